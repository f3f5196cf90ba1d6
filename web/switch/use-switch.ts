/** The data for the pages about the switch. */
import { $api, refresh } from '../api/queries.ts';
import type { PictureInput } from './picture.ts';

/** The data for the picture. Undefined until all of it is there. */
export function useSwitch() {
  const settings = $api.useQuery('get', '/inactivity/settings');
  const timeline = $api.useQuery('get', '/inactivity/timeline');
  const successors = $api.useQuery('get', '/successors');
  const status = $api.useQuery('get', '/handover/status');
  const all = [settings, timeline, successors, status];
  const error = all.map((each) => each.error).find((each) => each !== null) ?? null;
  const data =
    settings.data && timeline.data && successors.data && status.data
      ? {
          settings: settings.data.settings,
          timeline: timeline.data,
          successors: successors.data.successors,
          handover: status.data.handover,
          lastReleased: status.data.lastReleased,
          lastCancelled: status.data.lastCancelled,
        }
      : undefined;
  return {
    data,
    error,
    readAgain: () => {
      for (const each of all) void each.refetch();
    },
  };
}

export type SwitchFacts = NonNullable<ReturnType<typeof useSwitch>['data']>;

/** The data for the picture. */
export const pictureInput = ({ settings, timeline, successors, handover }: SwitchFacts): PictureInput => ({
  settings,
  timeline,
  successors,
  handover,
  now: Date.now(),
});

/** Reads everything about the switch again. */
export const refreshSwitch = () => refresh('/inactivity', '/handover', '/successors', '/activity');
