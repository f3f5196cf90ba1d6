import { mailKind } from '../kind.ts';

/** To an owner whose successor says that they are alive: the handover waits for a while, and one click ends it. */
export const ownerAlive = mailKind({
  async facts({ ownerName: name, due, signOfLifeLink }) {
    const found = await due();
    if (!found || found.loaded.state.ownerAliveAt === null) return null;
    return {
      name,
      deadline: new Date(found.plan.deadline ?? found.now),
      successors: found.loaded.state.successors.length,
      ...(await signOfLifeLink(found.loaded)),
    };
  },
  words: {
    en: ({ name, deadline, successors, link, toLogIn }, { line, toAccountHolder }) => ({
      subject: line`${successors === 1 ? 'Your successor' : 'One of your successors'} says you're alive: please ${toLogIn ? 'log in' : 'check in'} by ${deadline}`,
      heading: line`${successors === 1 ? 'Your successor' : 'One of your successors'} says you're alive`,
      action: {
        label: toLogIn ? line`Log in and stop the handover` : line`Check in and stop the handover`,
        link,
      },
      to: name,
      paragraphs: [
        successors === 1
          ? line`We hadn't heard from you for so long that we asked your successor whether they accept what you left to them. They told us that you're alive, so they haven't been given anything, and the handover is on hold.`
          : line`We hadn't heard from you for so long that we asked your successors whether they accept what you left to them. One of them told us that you're alive, so nobody has been given anything, and the handover is on hold.`,
        line`Please ${toLogIn ? 'open the link and log in' : 'check in or log in'} by ${deadline}, and the handover ends. If we don't hear from you by then, you'll get one more final notice and a full grace period. After that, the handover continues.`,
        ...(toLogIn ? [line`If you're already logged in, press the button to check in.`] : []),
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, deadline, successors, link, toLogIn }, { line, toAccountHolder }) => ({
      subject: line`${successors === 1 ? 'Ihre Vertrauensperson' : 'Eine Ihrer Vertrauenspersonen'} sagt, dass Sie leben: Bitte melden Sie sich bis ${deadline}`,
      heading: line`${successors === 1 ? 'Ihre Vertrauensperson' : 'Eine Ihrer Vertrauenspersonen'} sagt, dass Sie leben`,
      action: {
        label: toLogIn ? line`Anmelden und Übergabe beenden` : line`Lebenszeichen geben und Übergabe beenden`,
        link,
      },
      to: name,
      paragraphs: [
        successors === 1
          ? line`wir hatten so lange nichts von Ihnen gehört, dass wir Ihre Vertrauensperson gefragt haben, ob sie annimmt, was Sie für sie hinterlegt haben. Sie hat geantwortet, dass Sie leben. Deshalb hat sie nichts erhalten, und die Übergabe ruht.`
          : line`wir hatten so lange nichts von Ihnen gehört, dass wir Ihre Vertrauenspersonen gefragt haben, ob sie annehmen, was Sie für sie hinterlegt haben. Eine von ihnen hat geantwortet, dass Sie leben. Deshalb hat niemand etwas erhalten, und die Übergabe ruht.`,
        line`Bitte ${toLogIn ? 'öffnen' : 'geben'} Sie bis ${deadline} ${toLogIn ? 'den Link, und' : 'ein Lebenszeichen, oder'} melden Sie sich an: Damit endet die Übergabe. Wenn wir bis dahin nichts von Ihnen hören, bekommen Sie noch eine letzte Aufforderung und eine volle Nachfrist. Danach geht die Übergabe weiter.`,
        ...(toLogIn
          ? [line`Wenn Sie schon angemeldet sind, drücken Sie auf den Knopf für das Lebenszeichen.`]
          : []),
      ],
      reason: toAccountHolder,
    }),
  },
});
