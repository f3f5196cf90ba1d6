import { mailKind } from '../kind.ts';

/** To an owner whose switch is paused, once a month, so that a pause is never forgotten. */
export const pauseReminder = mailKind({
  async facts({ ownerName: name, due, frontendUrl }, { createdAt: at, data }) {
    const found = await due();
    if (!found) return null;
    const { status, pausedUntil, pauseReminders, successors } = found.loaded.state;
    if (status !== 'paused' || pausedUntil === null) return null;
    // If no mail could be sent for months, the last reminder takes the place of the others.
    if (data.n !== pauseReminders) return null;
    return {
      name,
      at,
      pausedUntil: new Date(pausedUntil),
      hasSuccessor: successors.length > 0,
      link: `${frontendUrl}/`,
    };
  },
  words: {
    en: ({ name, at, pausedUntil, hasSuccessor, link }, { line, day, toAccountHolder }) => ({
      subject: line`Your switch is paused until ${day(pausedUntil)}: reminder of ${day(at)}`,
      heading: line`Your switch is paused until ${pausedUntil}`,
      action: { label: line`View your switch`, link },
      to: name,
      paragraphs: [
        hasSuccessor
          ? line`While it's paused, the clock is stopped and nothing can be handed over, whatever happens. On that date, the clock starts again from the beginning.`
          : line`While it's paused, the clock is stopped and nothing can be handed over. You have no confirmed successor. Unless you have one by that date, your switch will turn off, and nobody will receive your vault.`,
        line`If this is what you want, you don't need to do anything. To end the pause sooner, or to extend it, log in with the link above. We'll remind you once a month for as long as the pause lasts.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, at, pausedUntil, hasSuccessor, link }, { line, day, toAccountHolder }) => ({
      subject: line`Ihre Vorsorge pausiert bis zum ${day(pausedUntil)}: Erinnerung vom ${day(at)}`,
      heading: line`Ihre Vorsorge pausiert bis ${pausedUntil}`,
      action: { label: line`Vorsorge ansehen`, link },
      to: name,
      paragraphs: [
        hasSuccessor
          ? line`solange die Pause dauert, läuft keine Frist, und nichts wird übergeben, was auch immer geschieht. Danach beginnt die Frist von vorn.`
          : line`solange die Pause dauert, läuft keine Frist, und nichts wird übergeben. Sie haben keine bestätigte Vertrauensperson. Wenn das am Ende der Pause noch so ist, wird Ihre Vorsorge ausgeschaltet, und niemand erhält Ihren Tresor.`,
        line`Wenn Sie das so möchten, brauchen Sie nichts zu tun. Um die Pause früher zu beenden oder zu verlängern, melden Sie sich über den Link oben an. Wir erinnern Sie einmal im Monat daran, solange die Pause dauert.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
