/** The texts of the picture's marks. */
import { useLingui } from '@lingui/react/macro';
import type { Mark } from './picture.ts';

/** People's names in alphabetical order, joined as the language does it. */
export function useNames(): (names: readonly string[]) => string {
  const { i18n } = useLingui();
  const { compare } = new Intl.Collator(i18n.locale);
  return (names) =>
    new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format([...names].sort(compare));
}

/** A mark in one short sentence. */
export function useMarkWords(): (
  mark: Pick<Mark, 'kind' | 'recipients' | 'n' | 'of' | 'state' | 'again'>,
) => string {
  const { t } = useLingui();
  const names = useNames();
  return ({ kind, recipients, n = 0, of = 0, state, again = false }) => {
    const who = names(recipients.filter(({ role }) => role === 'successor').map(({ name }) => name));
    const words = {
      start: t`Your last sign of life`,
      clock_start: t`The clock started`,
      reminder: t`We remind you by email (${n} of ${of})`,
      final_notice: t`We send you the final notice, and the grace period begins`,
      grace_end: t`The grace period ends`,
      invitation: again ? t`We ask ${who} again whether they accept` : t`We ask ${who} whether they accept`,
      access_reminder: t`We remind ${who} that their access ends`,
      earliest_release: t`The earliest anyone can open what you left`,
      release: t`What you left was opened`,
      access_end: t`Access ends`,
      pause_reminder: t`We remind you that your switch is paused`,
      pause_end: t`The pause ends, and the clock starts again`,
    };
    if (state !== 'past') return words[kind];
    const past: Partial<typeof words> = {
      reminder: t`We reminded you by email (${n} of ${of})`,
      final_notice: t`We sent you the final notice, and the grace period began`,
      grace_end: t`The grace period ended`,
      invitation: t`We asked ${who} whether they accept`,
    };
    return past[kind] ?? words[kind];
  };
}
