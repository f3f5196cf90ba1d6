/** The six words that the successor reads out to the owner by phone, and what to say. */
import { Trans, useLingui } from '@lingui/react/macro';
import { QrCode } from '../ui/qr-code.tsx';
import { SixWords } from './six-words.tsx';

interface CompareProps {
  ownerName: string;
  /**
   * The words of the kit that this browser has just made. Null for an older kit: words computed from keys that the
   * service names would match any key it substituted.
   */
  words: string | null;
}

export function Compare({ ownerName, words }: CompareProps) {
  const { t } = useLingui();
  return (
    <section className="card wash">
      <h2>
        <Trans>Call {ownerName}</Trans>
      </h2>
      <p>
        <Trans>
          Call a number you know, and make sure you’re really talking to {ownerName}. You can say:
        </Trans>
      </p>
      <blockquote>
        <Trans>
          “I’ve made the recovery kit for your vault. Please open your successors page and press ‘Compare the
          words’ next to my name. I’ll read out six words, and you type what you hear.”
        </Trans>
      </blockquote>
      {words === null ? (
        <p>
          <Trans>
            Read the six words from your sheet. This page doesn’t show them again, because only your sheet
            proves that nobody has replaced your key with another. If they aren’t on your sheet, make another
            kit.
          </Trans>
        </p>
      ) : (
        <>
          <h3>
            <Trans>The six words</Trans>
          </h3>
          <SixWords words={words} />
          <details>
            <summary>
              <Trans>Is {ownerName} with you?</Trans>
            </summary>
            <p>
              <Trans>Then let {ownerName} scan this instead. It has the same words.</Trans>
            </p>
            <QrCode text={words} label={t`The same words, for scanning`} />
          </details>
        </>
      )}
      <p className="quiet">
        <Trans>
          The words aren’t secret. But never read out the code: {ownerName} doesn’t need it, and neither does
          anyone else.
        </Trans>
      </p>
    </section>
  );
}
