import { User } from '../../db/entities/user.ts';
import { mailKind } from '../kind.ts';

/** To an owner who has no verified successor left: the switch is off, and nobody would receive anything. */
export const switchOff = mailKind({
  async facts({ em, ownerName: name, due, frontendUrl }, mail) {
    if ((await due())?.loaded.state.status !== 'off') return null;
    // An account that came back with a backup after its deletion gets a mail of its own.
    if ((await em.count(User, { id: mail.userId, returnedAt: { $ne: null } })) > 0) return null;
    return {
      name,
      handoverCancelled: mail.data.handoverCancelled === true,
      link: `${frontendUrl}/successors`,
    };
  },
  words: {
    en: ({ name, handoverCancelled, link }, { line, toAccountHolder }) => ({
      subject: line`Your switch is off: you have no confirmed successor left`,
      heading: line`There's nobody left to hand your vault over to`,
      action: { label: line`View your successors`, link },
      to: name,
      paragraphs: [
        line`None of your successors has a confirmed email address any more, so your switch is off. Your vault hasn't changed, but if we stop hearing from you, nobody will receive it.`,
        ...(handoverCancelled
          ? [
              line`The handover that was under way has been cancelled. Nobody has access to your vault through it.`,
            ]
          : []),
        line`To turn the switch on again, log in and name a successor, or ask one you've already named to confirm. As soon as one has confirmed, the clock starts from the beginning.`,
      ],
      reason: toAccountHolder,
    }),
    de: ({ name, handoverCancelled, link }, { line, toAccountHolder }) => ({
      subject: line`Ihre Vorsorge ist ausgeschaltet: Sie haben keine bestätigte Vertrauensperson mehr`,
      heading: line`Es gibt niemanden mehr, dem wir Ihren Tresor übergeben könnten`,
      action: { label: line`Vertrauenspersonen ansehen`, link },
      to: name,
      paragraphs: [
        line`keine Ihrer Vertrauenspersonen hat noch eine bestätigte E-Mail-Adresse. Deshalb ist Ihre Vorsorge ausgeschaltet. Ihr Tresor ist unverändert. Aber wenn wir nichts mehr von Ihnen hören, erhält ihn niemand.`,
        ...(handoverCancelled
          ? [
              line`Die Übergabe, die gerade lief, wurde abgebrochen. Niemand hat durch sie Zugang zu Ihrem Tresor.`,
            ]
          : []),
        line`Um die Vorsorge wieder einzuschalten, melden Sie sich an und benennen Sie eine Vertrauensperson, oder bitten Sie eine, die Sie schon benannt haben, um ihre Bestätigung. Sobald eine bestätigt hat, beginnt die Frist von vorn.`,
      ],
      reason: toAccountHolder,
    }),
  },
});
