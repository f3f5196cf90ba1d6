/** Describes a change in the activity log: old and new values side by side. */
export type ChangedValues = Record<string, string | number | boolean | null>;

/** @returns `{ quorumBefore: 2, quorum: 1 }` for a quorum that went from 2 to 1; nothing for what did not change */
export const changedValues = <T extends ChangedValues>(before: T, after: T): ChangedValues =>
  Object.fromEntries(
    Object.keys(after)
      .filter((key) => after[key] !== before[key])
      .flatMap((key) => [
        [`${key}Before`, before[key] ?? null],
        [key, after[key] ?? null],
      ]),
  );
