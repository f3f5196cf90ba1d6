import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Language } from '../locales/areas.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/text-field.tsx';
import { copyText } from '../vault/clipboard.ts';

/** In the language of its reader, who need not share the owner's. */
const LETTERS = {
  en: (name: string, owner: string) =>
    `Dear ${name},

I have named you as my successor at Vault Handover. If something happens to me one day, you'll get what I leave to you there: letters, passwords, papers.

You'll soon have an email from them, with my name in it. It is genuine. Please open the link in it, make your recovery kit, and print it. It takes about five minutes, and you need no account.

Then we'll call each other and compare a number of ten groups from your page. Nobody needs the code on it but you: never tell it to anybody, not even to me.

Thank you!
${owner}`,
  de: (name: string, owner: string) =>
    `Hallo ${name},

ich habe bei Vault Handover deinen Namen als Vertrauensperson angegeben. Falls mir einmal etwas zustößt, bekommst du, was ich dort für dich hinterlegt habe: Briefe, Passwörter, Unterlagen.

Du bekommst bald eine E-Mail von dort, in der mein Name steht. Sie ist echt. Öffne bitte den Link darin, erstelle dein Schlüsselblatt und drucke es aus. Das dauert etwa fünf Minuten, und du brauchst kein Konto.

Danach telefonieren wir und vergleichen eine Nummer aus zehn Gruppen, die auf deinem Blatt steht. Den Code darauf braucht niemand außer dir: Nenne ihn niemandem, auch mir nicht.

Danke!
${owner}`,
} as const satisfies Record<Language, (name: string, owner: string) => string>;

/** A text that the owner can send themselves, because people rightly distrust strange emails. */
export function OwnLetter({ name, language }: { name: string; language: Language }) {
  const session = useSession();
  const owner = session.state === 'in' ? session.user.name : '';
  const [text, setText] = useState(() => LETTERS[language](name, owner));
  const [isCopied, setCopied] = useState(false);
  const [isRefused, setRefused] = useState(false);

  async function copy() {
    setRefused(false);
    try {
      await copyText(text);
      setCopied(true);
    } catch {
      setRefused(true);
    }
  }

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
            setCopied(false);
          }}
        />
      </div>
      <div className="row actions">
        <Button look="second" onPress={copy}>
          <Trans>Copy the message</Trans>
        </Button>
        <span role="status">
          {isCopied && <Trans>Copied. Paste it into a message to {name}.</Trans>}
          {isRefused && (
            <Trans>Your browser isn’t letting us copy. Select the text and copy it yourself.</Trans>
          )}
        </span>
      </div>
    </Card>
  );
}
