import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Language } from '../locales/areas.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/text-field.tsx';
import { copyText, useCopying } from '../vault/clipboard.ts';

/** In the successor's language, which may differ from the owner's. */
const LETTERS = {
  en: (name: string, owner: string) =>
    `Dear ${name},

I've named you as my successor at Vault Handover. If something happens to me one day, you'll get what I leave to you there: letters, passwords, documents.

You'll soon get an email from them with my name in it. It's genuine. Please open the link in it, make your recovery kit and print it. It takes about five minutes, and you don't need an account.

Then we'll talk on the phone and compare six words on your sheet. Nobody but you needs the code on it: never tell anyone, not even me.

Thank you!
${owner}`,
  de: (name: string, owner: string) =>
    `Hallo ${name},

ich habe bei Vault Handover deinen Namen als Vertrauensperson angegeben. Falls mir einmal etwas zustößt, bekommst du, was ich dort für dich hinterlegt habe: Briefe, Passwörter, Unterlagen.

Du bekommst bald eine E-Mail von dort, in der mein Name steht. Sie ist echt. Öffne bitte den Link darin, erstelle dein Schlüsselblatt und drucke es aus. Das dauert etwa fünf Minuten, und du brauchst kein Konto.

Danach telefonieren wir und vergleichen sechs Wörter, die auf deinem Blatt stehen. Den Code darauf braucht niemand außer dir: Nenne ihn niemandem, auch mir nicht.

Danke!
${owner}`,
} as const satisfies Record<Language, (name: string, owner: string) => string>;

/** A text for the owner to send themselves, because people rightly distrust emails from strangers. */
export function OwnLetter({ name, language }: { name: string; language: Language }) {
  const session = useSession();
  const owner = session.state === 'in' ? session.user.name : '';
  const [text, setText] = useState(() => LETTERS[language](name, owner));
  const { news, setNews, copy } = useCopying(() => copyText(text));

  return (
    <Card title={<Trans>It helps if they hear from you first</Trans>} look="wash">
      <p>
        <Trans>
          People are right to be wary of emails from strangers. Send {name} a message of your own, so that
          they expect ours.
        </Trans>
      </p>
      <div className="own-letter">
        <TextField
          label={<Trans>Your message</Trans>}
          lines={16}
          value={text}
          lang={language}
          onChange={(next) => {
            setText(next);
            if (news === 'copied') setNews(null);
          }}
        />
      </div>
      <div className="row actions">
        <Button look="second" onPress={copy}>
          <Trans>Copy the message</Trans>
        </Button>
        <span role="status">
          {news === 'copied' && <Trans>Copied. Paste it into a message to {name}.</Trans>}
          {news === 'refused' && (
            <Trans>Your browser isn’t letting us copy. Select the text and copy it yourself.</Trans>
          )}
        </span>
      </div>
    </Card>
  );
}
