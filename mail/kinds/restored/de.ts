import type { Words } from '../../layout/letter.ts';
import type { MailLine, Writer } from '../../layout/line.ts';
import { count } from '../../layout/when.ts';
import type { RestoredFacts } from './facts.ts';

/** For use after „nach“. */
const days = (n: number): string => count(n, 'Tag', 'Tagen');
const LIST = new Intl.ListFormat('de', { type: 'conjunction' });
const listed = (names: readonly string[]) => ({ words: LIST.format(names) });

/** Says what was restored and what was lost. */
function happened({ isStandby, restoredAt, knownUntil }: RestoredFacts, { line }: Writer): MailLine {
  if (isStandby) {
    return line`am ${restoredAt} hat unsere Ersatzdatenbank übernommen. Ihr fehlt vielleicht, was in den letzten Minuten davor gespeichert wurde. Bitte prüfen Sie Ihre letzten Änderungen: Einträge, Vertrauenspersonen, Einstellungen, Passwort und Zwei-Faktor-Authentifizierung.`;
  }
  return knownUntil === null
    ? line`wir mussten eine Sicherung unserer Datenbank einspielen. Ihr Konto ist wieder so, wie es war, als die Sicherung erstellt wurde. Was Sie danach geändert haben, ist verloren: Einträge, Vertrauenspersonen, Einstellungen, Passwort und Zwei-Faktor-Authentifizierung. Wenn Sie Ihr Passwort seither geändert haben, gilt wieder das alte.`
    : line`wir mussten eine Sicherung unserer Datenbank einspielen. Ihr Konto ist wieder so, wie es am ${knownUntil} war. Was Sie danach geändert haben, ist verloren: Einträge, Vertrauenspersonen, Einstellungen, Passwort und Zwei-Faktor-Authentifizierung. Wenn Sie Ihr Passwort seither geändert haben, gilt wieder das alte.`;
}

function successors({ confirmed, unconfirmed }: RestoredFacts, { line }: Writer): MailLine[] {
  return [
    confirmed.length === 0
      ? line`Keine Ihrer Vertrauenspersonen hat ihre Adresse bestätigt.`
      : line`Ihre bestätigten Vertrauenspersonen: ${listed(confirmed)}.`,
    ...(unconfirmed.length === 0 ? [] : [line`Noch nicht bestätigt: ${listed(unconfirmed)}.`]),
  ];
}

function settings(facts: RestoredFacts, { line }: Writer): MailLine {
  const { status, thresholdDays, quorum, pausedUntil, countsFrom } = facts;
  if (status === 'off') {
    return line`Ihre Vorsorge ist ausgeschaltet, weil es niemanden gibt, dem wir Ihren Tresor übergeben könnten.`;
  }
  if (status === 'completed') {
    return line`Die Übergabe Ihres Tresors war beendet, und das ist sie weiterhin. Sobald Sie sich anmelden, beginnt Ihre Vorsorge von vorn.`;
  }
  const accept =
    quorum === 1
      ? 'eine Ihrer Vertrauenspersonen muss annehmen'
      : `${quorum} Ihrer Vertrauenspersonen müssen annehmen`;
  if (status === 'paused' && pausedUntil) {
    return line`Ihre Vorsorge pausiert bis ${pausedUntil}. Danach kommt die letzte Aufforderung nach ${days(thresholdDays)} ohne Lebenszeichen, und ${accept}.`;
  }
  return line`Ihre Vorsorge beginnt von vorn, damit nichts zu früh geschieht: Die Frist läuft ab ${countsFrom}. Die letzte Aufforderung kommt nach ${days(thresholdDays)} ohne Lebenszeichen, und ${accept}. Falls eine Übergabe lief, wurde sie abgebrochen.`;
}

export function de(facts: RestoredFacts, writer: Writer): Words {
  const { line, toAccountHolder } = writer;
  const { name, isStandby, restoredAt, accountReturned, returned, link } = facts;
  const subject = isStandby
    ? line`Bitte prüfen Sie Ihr Konto: Am ${restoredAt} hat unsere Ersatzdatenbank übernommen`
    : line`Bitte prüfen Sie Ihr Konto: Am ${restoredAt} wurde eine Sicherung eingespielt`;
  if (accountReturned) {
    return {
      subject,
      heading: line`Ihr gelöschtes Konto ist mit einer Sicherung zurückgekommen`,
      action: { label: line`Anmelden`, link },
      to: name,
      paragraphs: [
        line`wir mussten eine Sicherung unserer Datenbank einspielen. Sie stammt aus der Zeit, bevor Sie Ihr Konto gelöscht haben. Deshalb gibt es das Konto wieder. Wir haben es ausgeschaltet: Keine Ihrer Vertrauenspersonen wird gefragt oder kann etwas lesen, und alle Geräte sind abgemeldet.`,
        line`Um es wieder zu löschen, melden Sie sich an und wählen Sie „Konto“, dann „Konto löschen“. Ohne Sie löschen wir es nicht, denn vielleicht wurde die Sicherung eingespielt, um eine ungewollte Löschung rückgängig zu machen.`,
        line`Wenn Sie das Konto behalten möchten, melden Sie sich an und bitten Sie Ihre Vertrauenspersonen, noch einmal zu bestätigen.`,
      ],
      reason: toAccountHolder,
    };
  }
  return {
    subject,
    heading: isStandby
      ? line`Unsere Ersatzdatenbank hat übernommen`
      : line`Wir mussten eine Sicherung unserer Datenbank einspielen`,
    action: { label: line`Anmelden und prüfen`, link },
    to: name,
    paragraphs: [
      happened(facts, writer),
      ...(returned.length === 0
        ? []
        : [
            line`Diese Vertrauenspersonen sind dadurch zurückgekommen, obwohl Sie sie entfernt oder ihre Adresse geändert hatten oder sie sich selbst ausgetragen hatten: ${listed(returned)}. Sie werden nicht gefragt und können nichts lesen. Entfernen Sie sie, oder bitten Sie sie, noch einmal zu bestätigen.`,
          ]),
      ...successors(facts, writer),
      settings(facts, writer),
      line`Bitte melden Sie sich an und prüfen Sie, ob alles so ist, wie Sie es möchten. Sehen Sie unter „Konto“ auch nach, was bei „So erreichen wir Sie“ und „Automatisierungen“ steht: Was Sie inzwischen entfernt hatten, ist vielleicht wieder da. Ein solcher Weg bekommt Ihre Warnungen samt Links, und eine solche Automatisierung kann für Sie ein Lebenszeichen geben.`,
    ],
    reason: toAccountHolder,
  };
}
