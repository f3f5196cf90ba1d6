import { deviceWords } from '../../layout/device.ts';
import type { Words } from '../../layout/letter.ts';
import type { MailLine, WriteLine, Writer } from '../../layout/line.ts';
import { SERVICE_NAME } from '../../layout/service-name.ts';
import { count } from '../../layout/when.ts';
import {
  actionOf,
  adviceOn,
  type ChangeDetails,
  type ChangeText,
  doneIn,
  type GatheredChanges,
  headingOf,
  leadFirst,
  type OneChange,
  type SecurityChange,
  subjectOf,
} from './change-text.ts';

const LIST = new Intl.ListFormat('de', { type: 'conjunction' });

const days = (n: unknown): string => count(Number(n), 'Tag', 'Tage');
/** For use after „nach“. */
const toDays = (n: unknown): string => count(Number(n), 'Tag', 'Tagen');
const percents = (list: unknown): string => String(list).replace(/, (\d+)$/, ' und $1');

function successorTexts(line: WriteLine, changes: ChangeDetails, successorName: string): ChangeText[] {
  const { successor, secondAddress, unrestricted, handoverDelayDaysBefore, handoverDelayDays } = changes;
  const texts: ChangeText[] = [];
  if (successor === 'named') {
    texts.push({
      heading: line`Eine Vertrauensperson wurde benannt`,
      done: line`${successorName} benannt`,
      description: line`${successorName} wurde als Ihre Vertrauensperson benannt.`,
      undo: line`Entfernen Sie ${successorName}.`,
    });
  }
  if (successor === 'moved') {
    texts.push({
      heading: line`Die Adresse einer Vertrauensperson wurde geändert`,
      done: line`die Adresse von ${successorName} geändert`,
      description: line`Die E-Mail-Adresse Ihrer Vertrauensperson ${successorName} wurde geändert. Wer E-Mails an die neue Adresse liest, kann sie bestätigen und den Platz dieser Person einnehmen. Die alte Adresse verwenden wir nicht mehr.`,
      undo: line`Tragen Sie wieder die alte Adresse von ${successorName} ein. Sie muss dann noch einmal bestätigt werden, und ein neues Blatt ist nötig.`,
    });
  }
  if (secondAddress === 'set') {
    texts.push({
      heading: line`Eine Vertrauensperson hat eine zweite Adresse`,
      done: line`eine zweite Adresse für ${successorName} eingetragen`,
      description: line`Für Ihre Vertrauensperson ${successorName} wurde eine zweite E-Mail-Adresse eingetragen. Sobald sie bestätigt ist, gehen dieselben E-Mails und Links auch dorthin. Ohne das Schlüsselblatt öffnet sich damit nichts.`,
      undo: line`Entfernen Sie die zweite Adresse von ${successorName}.`,
    });
  }
  if (secondAddress === 'removed') {
    texts.push({
      heading: line`Die zweite Adresse einer Vertrauensperson wurde entfernt`,
      done: line`die zweite Adresse von ${successorName} entfernt`,
      description: line`Die zweite E-Mail-Adresse Ihrer Vertrauensperson ${successorName} wurde entfernt. Ab jetzt schreiben wir nur noch an die erste.`,
      undo: line`Tragen Sie die zweite Adresse von ${successorName} wieder ein. Sie muss dann noch einmal bestätigt werden.`,
    });
  }
  if (successor === 'new_kit') {
    texts.push({
      heading: line`Eine Vertrauensperson wurde um ein neues Schlüsselblatt gebeten`,
      done: line`${successorName} um ein neues Blatt gebeten`,
      description: line`Ihre Vertrauensperson ${successorName} wurde gebeten, ein neues Schlüsselblatt zu erstellen. Mit dem alten lässt sich Ihr Tresor nicht mehr öffnen.`,
      undo: line`Bitten Sie ${successorName}, noch kein Blatt zu erstellen. Sobald Ihr Konto wieder sicher ist, bitten Sie selbst um ein neues, und vergleichen Sie es.`,
    });
  }
  if (successor === 'removed') {
    texts.push({
      heading: line`Eine Vertrauensperson wurde entfernt`,
      done: line`${successorName} entfernt`,
      description: line`${successorName} ist nicht mehr Ihre Vertrauensperson.`,
      undo: line`Benennen Sie ${successorName} wieder.`,
    });
  }
  if (handoverDelayDays !== undefined) {
    texts.push({
      heading: line`Eine Vertrauensperson wird früher gefragt`,
      done: line`die Wartezeit von ${successorName} verkürzt`,
      description: line`Ihre Vertrauensperson ${successorName} wird jetzt ${days(handoverDelayDays)} nach der Nachfrist gefragt, statt ${days(handoverDelayDaysBefore)} danach.`,
      undo: line`Stellen Sie die alte Wartezeit von ${successorName} wieder ein.`,
    });
  }
  if (unrestricted) {
    texts.push({
      heading: line`Eine Vertrauensperson kann Ihren ganzen Tresor erhalten`,
      // Naming them says it.
      ...(successor === 'named' ? {} : { done: line`Ihren ganzen Tresor für ${successorName} bestimmt` }),
      description: line`Ihre Vertrauensperson ${successorName} ist nicht mehr auf die Einträge beschränkt, die Sie zuweisen, und kann Ihren ganzen Tresor erhalten.`,
      undo: line`Beschränken Sie ${successorName} wieder auf bestimmte Einträge.`,
    });
  }
  return texts;
}

function settingsTexts(line: WriteLine, changes: ChangeDetails): ChangeText[] {
  const { checkInByLink, thresholdDays, reminderPercents, quorum, accessDays, pause } = changes;
  const undo = line`Stellen Sie die alten Einstellungen Ihrer Vorsorge wieder ein.`;
  const texts: ChangeText[] = [];
  // This comes first, because its link becomes the mail's.
  if (checkInByLink === false) {
    texts.push({
      heading: line`Links in unseren E-Mails sind kein Lebenszeichen mehr`,
      done: line`das Lebenszeichen per Link ausgeschaltet`,
      description: line`Ab jetzt führen die Links in unseren Erinnerungen zur Anmeldung, und Links aus früheren E-Mails sind kein Lebenszeichen mehr. Dafür brauchen Sie jetzt Ihr Passwort. Probieren Sie es gleich aus: Melden Sie sich ab, öffnen Sie den Link in dieser E-Mail (denselben, den auch die Erinnerungen enthalten werden), und melden Sie sich an.`,
      undo: line`Stellen Sie in den Einstellungen Ihrer Vorsorge wieder ein, dass Sie mit einem Link ein Lebenszeichen geben können.`,
      first: line`Wenn Sie das nicht waren, kennt jemand Ihr Passwort oder benutzt eines Ihrer Geräte. Melden Sie sich über den Link oben an, und ändern Sie sofort Ihr Passwort. Damit werden auch alle anderen Geräte abgemeldet. Machen Sie dann rückgängig, was geändert wurde:`,
      label: line`Ausprobieren: anmelden`,
    });
  }
  if (checkInByLink === true) {
    texts.push({
      heading: line`Mit Links in unseren E-Mails geben Sie wieder ein Lebenszeichen`,
      done: line`das Lebenszeichen per Link eingeschaltet`,
      description: line`Ab jetzt genügt für ein Lebenszeichen wieder der Link in einer Erinnerung, ohne Passwort. Dasselbe kann jede andere Person tun, die Ihre E-Mails liest, den Link öffnet und auf den Knopf drückt.`,
      undo: line`Stellen Sie in den Einstellungen Ihrer Vorsorge ein, dass Links nur zur Anmeldung führen.`,
    });
  }
  if (thresholdDays !== undefined) {
    texts.push({
      heading: line`Ihre Vorsorge greift jetzt früher`,
      done: line`die Zeit ohne Lebenszeichen auf ${days(thresholdDays)} festgelegt`,
      description: line`Die letzte Aufforderung kommt jetzt nach ${toDays(thresholdDays)} ohne Lebenszeichen, statt nach ${toDays(changes.thresholdDaysBefore)}.`,
      undo,
    });
  }
  if (reminderPercents !== undefined) {
    texts.push({
      heading: line`Sie bekommen weniger oder spätere Erinnerungen`,
      done: line`weniger oder spätere Erinnerungen gewählt`,
      description: line`Erinnerungen kommen jetzt nach ${percents(reminderPercents)} Prozent der Zeit bis zur letzten Aufforderung, statt nach ${percents(changes.reminderPercentsBefore)} Prozent.`,
      undo,
    });
  }
  if (pause !== undefined) {
    const ended = pause === 'ended';
    texts.push({
      heading: ended
        ? line`Die Pause Ihrer Vorsorge wurde beendet`
        : line`Die Pause Ihrer Vorsorge endet früher`,
      done: ended ? line`die Pause Ihrer Vorsorge beendet` : line`die Pause Ihrer Vorsorge verkürzt`,
      description: ended
        ? line`Die Pause Ihrer Vorsorge wurde beendet, und die Frist läuft wieder.`
        : line`Ihre Vorsorge pausiert weiter, aber die Pause endet jetzt früher als geplant.`,
      undo: line`Lassen Sie Ihre Vorsorge wieder pausieren.`,
    });
  }
  if (quorum !== undefined) {
    texts.push({
      heading: line`Weniger Vertrauenspersonen müssen annehmen`,
      done: line`die Zahl derer, die annehmen müssen, auf ${Number(quorum)} gesenkt`,
      description:
        quorum === 1
          ? line`Bevor jemand etwas erhält, muss nur noch eine Ihrer Vertrauenspersonen annehmen, statt ${Number(changes.quorumBefore)}.`
          : line`Bevor jemand etwas erhält, müssen jetzt ${Number(quorum)} Ihrer Vertrauenspersonen annehmen, statt ${Number(changes.quorumBefore)}.`,
      undo,
    });
  }
  if (accessDays !== undefined) {
    texts.push({
      heading: line`Vertrauenspersonen können länger lesen`,
      done: line`die Zeit zum Lesen auf ${days(accessDays)} festgelegt`,
      description: line`Ihre Vertrauenspersonen können jetzt ${days(accessDays)} lang lesen, was Sie für sie hinterlegt haben, statt ${days(changes.accessDaysBefore)} lang.`,
      undo,
    });
  }
  return [...texts, ...automationTexts(line, changes)];
}

function automationTexts(line: WriteLine, { automation, automationName }: ChangeDetails): ChangeText[] {
  const name = String(automationName);
  const undo = line`Widerrufen Sie in Ihrem Konto unter „Automatisierungen“ das Token von ${name}.`;
  if (automation === 'check-in')
    return [
      {
        heading: line`Eine Automatisierung kann für Sie ein Lebenszeichen geben`,
        done: line`${name} erlaubt, für Sie ein Lebenszeichen zu geben`,
        description: line`Die Automatisierung ${name} hat ein Token bekommen, mit dem sie für Sie ein Lebenszeichen geben kann. Wer oder was dieses Token benutzt, sagt uns, dass Sie leben, und solange das geschieht, wird Ihr Tresor nicht übergeben.`,
        undo,
      },
    ];
  if (automation === 'status')
    return [
      {
        heading: line`Eine Automatisierung kann den Stand Ihrer Vorsorge lesen`,
        done: line`${name} erlaubt, den Stand Ihrer Vorsorge zu lesen`,
        description: line`Die Automatisierung ${name} hat ein Token bekommen, mit dem sie den Stand Ihrer Vorsorge und deren Termine lesen kann, und sonst nichts.`,
        undo,
      },
    ];
  if (automation === 'calendar')
    return [
      {
        heading: line`Die Termine Ihrer Vorsorge sind als Kalender lesbar`,
        done: line`einen Kalender mit den Terminen Ihrer Vorsorge für ${name} erstellt`,
        description: line`Der Kalender ${name} hat eine eigene Adresse bekommen. Wer diese Adresse hat, kann die Termine Ihrer Vorsorge lesen, und sonst nichts.`,
        undo,
      },
    ];
  if (automation === 'revoked')
    return [
      {
        heading: line`Eine Automatisierung kann für Sie kein Lebenszeichen mehr geben`,
        done: line`das Token von ${name} widerrufen`,
        description: line`Die Automatisierung ${name} kann für Sie kein Lebenszeichen mehr geben. Ihr Token wurde widerrufen.`,
        undo: line`Fügen Sie ${name} in Ihrem Konto unter „Automatisierungen“ wieder hinzu, und geben Sie ihr das neue Token.`,
      },
    ];
  return [];
}

/** The texts of a change to the switch or to its successors. */
const switchTexts = (line: WriteLine, { changes, successorName }: OneChange): ChangeText[] => [
  ...successorTexts(line, changes, successorName),
  ...settingsTexts(line, changes),
];

const accountTexts: Record<string, (line: WriteLine, at: Date) => ChangeText> = {
  two_factor_on: (line, at) => ({
    heading: line`Die Zwei-Faktor-Authentifizierung wurde eingeschaltet`,
    subject: line`Die Zwei-Faktor-Authentifizierung wurde am ${at} eingeschaltet`,
    description: line`Die Zwei-Faktor-Authentifizierung wurde eingeschaltet, und alle anderen Geräte wurden abgemeldet. Zum Anmelden brauchen Sie jetzt auch einen Code aus der Authenticator-App, die dabei eingerichtet wurde.`,
    first: line`Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Setzen Sie es sofort über den Link oben zurück. Damit werden alle Geräte abgemeldet.`,
    undo: line`Wenn Sie sich nicht anmelden können, weil ein Code verlangt wird, wählen Sie auf der Anmeldeseite „Ich habe weder die App noch Ersatzcodes“. Falls Sie den Wiederherstellungscode Ihres Tresors ausgedruckt oder abgeschrieben haben, können Sie die Zwei-Faktor-Authentifizierung dort innerhalb von 3 Tagen ausschalten.`,
    label: line`Das waren Sie nicht? Passwort zurücksetzen`,
  }),
  two_factor_recovery_codes_renewed: (line, at) => ({
    heading: line`Neue Ersatzcodes für die Zwei-Faktor-Authentifizierung wurden erstellt`,
    subject: line`Neue Ersatzcodes für die Zwei-Faktor-Authentifizierung wurden am ${at} erstellt`,
    description: line`Für die Zwei-Faktor-Authentifizierung wurden neue Ersatzcodes erstellt. Die alten gelten nicht mehr, und alle anderen Geräte wurden abgemeldet.`,
    first: line`Wenn Sie das nicht waren, kennt jemand Ihr Passwort und hat Ihre Authenticator-App. Setzen Sie Ihr Passwort sofort über den Link oben zurück. Damit werden alle Geräte abgemeldet.`,
    undo: line`Wenn Sie sich nicht anmelden können, weil ein Code verlangt wird, wählen Sie auf der Anmeldeseite „Ich habe weder die App noch Ersatzcodes“. Falls Sie den Wiederherstellungscode Ihres Tresors ausgedruckt oder abgeschrieben haben, können Sie die Zwei-Faktor-Authentifizierung dort innerhalb von 3 Tagen ausschalten.`,
    label: line`Das waren Sie nicht? Passwort zurücksetzen`,
  }),
  passkey_added: (line, at) => ({
    heading: line`Zu Ihrem Konto wurde ein Passkey hinzugefügt`,
    subject: line`Am ${at} wurde zu Ihrem Konto ein Passkey hinzugefügt`,
    description: line`Zu Ihrem Konto wurde ein Passkey hinzugefügt. Wer ihn hat, kann sich ohne Ihr Passwort und ohne Code anmelden.`,
    first: line`Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Setzen Sie es sofort über den Link oben zurück. Damit werden alle Geräte abgemeldet und alle Passkeys entfernt.`,
    label: line`Das waren Sie nicht? Passwort zurücksetzen`,
  }),
  channel_added: (line, at) => ({
    heading: line`Ein Weg, auf dem wir Sie erreichen, wurde hinzugefügt`,
    subject: line`Am ${at} wurde ein Weg hinzugefügt, auf dem wir Sie erreichen`,
    description: line`Zu Ihrem Konto wurde ein weiterer Weg hinzugefügt, auf dem wir Sie erreichen. Sobald er mit einem Code bestätigt ist, schicken wir Ihre Warnungen auch dorthin. Wer sie dort liest, kann für Sie ein Lebenszeichen geben.`,
    undo: line`Melden Sie sich an, und entfernen Sie ihn unter „So erreichen wir Sie“.`,
  }),
  channel_changed: (line, at) => ({
    heading: line`Ein Webhook hat einen neuen Schlüssel`,
    subject: line`Am ${at} hat ein Webhook einen neuen Schlüssel bekommen`,
    description: line`Ein Webhook, über den wir Sie erreichen, hat einen neuen Schlüssel bekommen. Der Empfänger muss ihn innerhalb eines Tages kennen, sonst lehnt er Ihre Warnungen ab.`,
    undo: line`Melden Sie sich an, geben Sie dem Webhook unter „So erreichen wir Sie“ noch einmal einen neuen Schlüssel, und tragen Sie ihn beim Empfänger ein.`,
  }),
  channel_removed: (line, at) => ({
    heading: line`Ein Weg, auf dem wir Sie erreichen, wurde entfernt`,
    subject: line`Am ${at} wurde ein Weg entfernt, auf dem wir Sie erreichen`,
    description: line`Einer der Wege, auf denen wir Sie erreichen, wurde aus Ihrem Konto entfernt. Ihre Warnungen gehen nicht mehr dorthin.`,
    undo: line`Melden Sie sich an, und fügen Sie ihn unter „So erreichen wir Sie“ wieder hinzu.`,
  }),
  passkey_removed: (line, at) => ({
    heading: line`Ein Passkey Ihres Kontos wurde entfernt`,
    subject: line`Am ${at} wurde ein Passkey Ihres Kontos entfernt`,
    description: line`Ein Passkey Ihres Kontos wurde entfernt, und alle anderen Geräte wurden abgemeldet. Mit diesem Passkey kann sich niemand mehr anmelden.`,
    first: line`Wenn Sie das nicht waren, hat jemand Zugang zu Ihrem Konto. Setzen Sie Ihr Passwort sofort über den Link oben zurück. Damit werden alle Geräte abgemeldet und alle Passkeys entfernt.`,
    undo: line`Melden Sie sich an, und fügen Sie Ihre Passkeys wieder hinzu.`,
    label: line`Das waren Sie nicht? Passwort zurücksetzen`,
  }),
  two_factor_off: (line, at) => ({
    heading: line`Die Zwei-Faktor-Authentifizierung wurde ausgeschaltet`,
    subject: line`Die Zwei-Faktor-Authentifizierung wurde am ${at} ausgeschaltet`,
    description: line`Die Zwei-Faktor-Authentifizierung wurde ausgeschaltet. Zum Anmelden genügt jetzt das Passwort.`,
    undo: line`Schalten Sie die Zwei-Faktor-Authentifizierung wieder ein.`,
  }),
  two_factor_removal_started: (line, at) => ({
    heading: line`Ihre Zwei-Faktor-Authentifizierung wird in 3 Tagen ausgeschaltet`,
    subject: line`Am ${at} wurde beantragt, Ihre Zwei-Faktor-Authentifizierung auszuschalten`,
    description: line`Jemand, der Ihre E-Mails liest und den Wiederherstellungscode Ihres Tresors hat, hoffentlich Sie selbst, möchte die Zwei-Faktor-Authentifizierung Ihres Kontos ausschalten. In 3 Tagen ist das mit dem Link aus unserer früheren E-Mail möglich.`,
    first: line`Wenn Sie das nicht waren, melden Sie sich innerhalb dieser 3 Tage über den Link oben mit dem zweiten Faktor an. Das hält den Vorgang auf. Ändern Sie dann das Passwort Ihres E-Mail-Kontos, und erstellen Sie einen neuen Wiederherstellungscode.`,
    label: line`Das waren Sie nicht? Anmelden und aufhalten`,
  }),
  password_changed: (line, at) => ({
    heading: line`Ihr Passwort wurde geändert`,
    subject: line`Ihr Passwort für ${SERVICE_NAME} wurde am ${at} geändert`,
    description: line`Das Passwort Ihres Kontos wurde geändert, und alle anderen Geräte wurden abgemeldet.`,
    first: line`Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort über den Link oben zurück. Damit werden alle Geräte abgemeldet.`,
    label: line`Das waren Sie nicht? Passwort zurücksetzen`,
  }),
  address_changed: (line, at) => ({
    heading: line`Ihr Konto hat eine andere E-Mail-Adresse`,
    subject: line`Ihr Konto bei ${SERVICE_NAME} hat seit ${at} eine andere E-Mail-Adresse`,
    description: line`Ihr Konto hat jetzt eine andere E-Mail-Adresse. Mit dieser hier können Sie sich nicht mehr anmelden.`,
    first: line`Wenn Sie das nicht waren, wenden Sie sich sofort an die Betreiber dieses Dienstes. Nur sie können jetzt noch helfen.`,
  }),
  key_bundle_replaced: (line, at) => ({
    heading: line`Eine Änderung an den Schlüsseln Ihres Tresors wurde gespeichert`,
    subject: line`Eine Änderung an den Schlüsseln Ihres Tresors wurde am ${at} gespeichert`,
    description: line`Eine Änderung an den Schlüsseln Ihres Tresors wurde gespeichert. Das geschieht, wenn Sie mit einer Vertrauensperson die sechs Wörter vergleichen, speichern, wer was bekommt, einen neuen Wiederherstellungscode erstellen oder Ihren Tresor mit einem Passkey öffnen lassen.`,
    undo: line`Öffnen Sie „Vertrauenspersonen“, und prüfen Sie, wessen Wörter verglichen sind und wer was bekommt. Falls Sie einen Wiederherstellungscode ausgedruckt haben, erstellen Sie einen neuen. Die Schlüssel von vor dieser Änderung bewahren wir auf.`,
  }),
  vault_rotated: (line, at) => ({
    heading: line`Ihr Tresor wurde neu verschlüsselt`,
    subject: line`Ihr Tresor wurde am ${at} neu verschlüsselt`,
    description: line`Ihr Tresor hat neue Schlüssel bekommen, und alles darin wurde neu verschlüsselt. Das geschieht zum Beispiel, wenn Sie eine Vertrauensperson entfernen, die Schlüssel hatte.`,
    undo: line`Lassen Sie den Papierkorb, wie er ist, und bitten Sie die Betreiber dieses Dienstes um Hilfe. Im Papierkorb liegt 30 Tage lang alles, was vorher in Ihrem Tresor war, und die älteren Schlüssel dazu bewahren wir auf.`,
  }),
};

/** What to do first if it was someone else. */
const aboutPassword = (line: WriteLine): MailLine =>
  line`Wenn Sie das nicht waren, kennt jemand Ihr Passwort oder benutzt eines Ihrer Geräte. Ändern Sie Ihr Passwort sofort über den Link oben. Damit werden auch alle anderen Geräte abgemeldet. Machen Sie dann rückgängig, was geändert wurde:`;

/** When and from where it was done, and what to do first if it was someone else. */
function circumstances({ at, device, ipAddress }: SecurityChange, line: WriteLine): [MailLine, MailLine] {
  if (device.byOperator) {
    return [
      line`Das haben die Betreiber dieses Dienstes am ${at} getan. Wenn Sie darum gebeten haben, brauchen Sie nichts zu tun.`,
      line`Wenn nicht, hat vielleicht jemand in Ihrem Namen darum gebeten. Sagen Sie das den Betreibern, und ändern Sie über den Link oben Ihr Passwort. Damit werden auch alle anderen Geräte abgemeldet. Machen Sie dann rückgängig, was geändert wurde:`,
    ];
  }
  const from = deviceWords.de(device);
  return [
    ipAddress === ''
      ? line`Das geschah am ${at}, mit ${from}. Wenn Sie das waren, brauchen Sie nichts zu tun.`
      : line`Das geschah am ${at}, mit ${from} (IP-Adresse ${{ ip: ipAddress }}). Wenn Sie das waren, brauchen Sie nichts zu tun.`,
    aboutPassword(line),
  ];
}

export function de(facts: SecurityChange, { line, toAccountHolder }: Writer): Words {
  const { name, changes, at } = facts;
  const account = accountTexts[String(changes.account)];
  const texts = [...switchTexts(line, facts), ...(account ? [account(line, at)] : [])];
  const [when, first] = circumstances(facts, line);
  return {
    subject: subjectOf(texts, line`Ihr Konto bei ${SERVICE_NAME} wurde am ${at} geändert`),
    heading: headingOf(texts, line`An Ihrer Vorsorge wurde mehreres geändert`),
    ...actionOf(facts, texts, line`Das waren Sie nicht? Passwort ändern`),
    to: name,
    paragraphs: [
      line`an Ihrem Konto wurde etwas geändert.`,
      ...texts.map(({ description }) => description),
      when,
      ...adviceOn(texts, first),
    ],
    reason:
      facts.link === null
        ? line`Sie erhalten diese E-Mail, weil Ihre Adresse zu einem Konto bei ${SERVICE_NAME} gehört hat.`
        : toAccountHolder,
  };
}

export function deSummary(facts: GatheredChanges, { line, toAccountHolder }: Writer): Words {
  const { name, changes, at, device, ipAddress } = facts;
  const texts = leadFirst(changes.flatMap((change) => switchTexts(line, change)));
  const done = doneIn(texts, LIST, (n) => line`${n} weitere Änderungen vorgenommen`);
  const on = changes.length > 1 ? 'in den zehn Minuten ab' : 'am';
  const from = deviceWords.de(device);
  return {
    subject: line`Sie haben ${done}: ${at}`,
    heading: line`Sie haben ${done}`,
    ...actionOf(facts, texts, line`Das waren Sie nicht? Passwort ändern`),
    to: name,
    paragraphs: [
      ipAddress === ''
        ? line`das geschah ${on} ${at}, mit ${from} und damit auf einem Gerät, das Sie schon benutzt hatten. Wenn Sie das waren, brauchen Sie nichts zu tun.`
        : line`das geschah ${on} ${at}, mit ${from} (IP-Adresse ${{ ip: ipAddress }}) und damit auf einem Gerät, das Sie schon benutzt hatten. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
      ...texts.map(({ description }) => description),
      ...adviceOn(texts, aboutPassword(line)),
    ],
    reason: toAccountHolder,
  };
}
