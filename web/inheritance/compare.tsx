/** The number that successor and owner compare by phone, with the words to say. */
import { Trans, useLingui } from '@lingui/react/macro';
import { QrCode } from '../ui/qr-code.tsx';

interface CompareProps {
  ownerName: string;
  /**
   * The number of the kit that this browser has just made. Null for an older kit: a number computed from keys that the
   * service names would match any key it substituted.
   */
  number: string | null;
}

export function Compare({ ownerName, number }: CompareProps) {
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
          number’ next to my name. I’ll read out the comparison number, ten groups long, and you type what you
          hear.”
        </Trans>
      </blockquote>
      {number === null ? (
        <p>
          <Trans>
            Read the comparison number from your sheet. This page doesn’t show it again, because only your
            sheet proves that nobody has replaced your key with another. If it isn’t on your sheet, make
            another kit.
          </Trans>
        </p>
      ) : (
        <>
          <h3>
            <Trans>The comparison number</Trans>
          </h3>
          {/* Groups of four, as on the sheet. */}
          <ol className="comparison" aria-label={t`The comparison number`}>
            {number.split(' ').map((group, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a number never move
              <li key={at}>{group}</li>
            ))}
          </ol>
          <details>
            <summary>
              <Trans>Is {ownerName} with you?</Trans>
            </summary>
            <p>
              <Trans>Then let {ownerName} scan this instead. It’s the same number.</Trans>
            </p>
            <QrCode text={number} label={t`The same number, for scanning`} />
          </details>
        </>
      )}
      <p className="quiet">
        <Trans>
          This number isn’t secret. But never read out the code: {ownerName} doesn’t need it, and neither does
          anyone else.
        </Trans>
      </p>
    </section>
  );
}
