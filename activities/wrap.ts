/** Wraps activities, for example to send heartbeats while they run. */

export type ActivitySet = Record<string, (...args: never[]) => Promise<unknown>>;

/** @param around gets the call of an activity, and returns its result */
export function wrap<A extends ActivitySet>(
  activities: A,
  around: (call: () => Promise<unknown>) => Promise<unknown>,
): A {
  const wrapped = Object.entries(activities).map(([name, work]) => [
    name,
    (...args: never[]) => around(() => work(...args)),
  ]);
  return Object.fromEntries(wrapped) as A;
}
