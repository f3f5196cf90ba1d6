/** The paper of a recovery kit. The file that a successor saves is this element with its stylesheet. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import type { Kit } from '../../crypto/index.ts';
import { Moment } from '../ui/moment.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { SixWords } from './six-words.tsx';
import './kit-sheet.css';

export interface NewKit extends Kit {
  /** Distinguishes this sheet from others. */
  madeAt: string;
}

interface KitSheetProps {
  kit: NewKit;
  ownerName: string;
  successorName: string;
  ref: Ref<HTMLElement>;
}

export function KitSheet({ kit, ownerName, successorName, ref }: KitSheetProps) {
  const { t } = useLingui();
  const { code, words, ownerFingerprint, madeAt } = kit;
  return (
    // The attribute lets the web app recognize the owner when it reads the saved file.
    <article className="kit-sheet" ref={ref} aria-labelledby="kit-name" data-owner-key={ownerFingerprint}>
      <h2 id="kit-name">
        <Trans>
          Recovery kit of {successorName} for what {ownerName} leaves
        </Trans>
      </h2>
      <p className="made">
        <Trans>
          Made on <Moment at={madeAt} />, at {location.host}
        </Trans>
      </p>
      <div className="code">
        <div>
          <h3>
            <Trans>The code</Trans>
          </h3>
          {/* The attribute lets the web app read the code from the saved file. */}
          <ol className="groups" data-code={code}>
            {code.split('-').map((group, at) => (
              // The same group may come twice.
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a code never move
              <li key={at}>{group}</li>
            ))}
          </ol>
          <p className="small">
            <Trans>Only the digits 0 to 9 and the letters A to F.</Trans>
          </p>
        </div>
        <figure>
          <QrCode text={code} label={t`The same code, for scanning`} />
          <figcaption className="small" aria-hidden="true">
            <Trans>The same code, for scanning</Trans>
          </figcaption>
        </figure>
      </div>
      <h3>
        <Trans>What it’s for</Trans>
      </h3>
      <p>
        <Trans>
          If we ever stop hearing from {ownerName}, we’ll email you. Together, the link in that email and this
          code open what {ownerName} has left to you. Before then, this sheet alone opens nothing. Nobody can
          replace it: neither {ownerName} nor us.
        </Trans>
      </p>
      <h3>
        <Trans>Where to keep it</Trans>
      </h3>
      <p>
        <Trans>
          Where you keep your other important documents, safe from fire, water and prying eyes. If it gets
          lost, tell {ownerName} while there’s still time.
        </Trans>
      </p>
      <p className="warning">
        <Trans>
          Nobody will ever ask you for this code by email, by phone or in a message. You only ever enter it on
          the page that our email links to.
        </Trans>
      </p>
      <h3>
        <Trans>The six words</Trans>
      </h3>
      <p>
        <Trans>
          Read them out to {ownerName} on the phone. They show that nobody has swapped your keys along the
          way. They aren’t secret, and open nothing.
        </Trans>
      </p>
      <SixWords words={words} />
    </article>
  );
}
