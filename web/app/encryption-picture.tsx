/** How the encryption works, in three pictures of our own. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

interface StageProps {
  picture: ReactNode;
  children: ReactNode;
}

const Stage = ({ picture, children }: StageProps) => (
  <li>
    <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      {picture}
    </svg>
    <p>{children}</p>
  </li>
);

/** A box that is closed, with its lock. */
const BOX = (
  <>
    <rect x="10" y="26" width="44" height="28" rx="4" />
    <path d="M22 26v-8a10 10 0 0 1 20 0v8" />
    <circle cx="32" cy="38" r="3.5" />
    <path d="M32 41.5v5" />
  </>
);

export const EncryptionPicture = () => (
  <ol className="encryption">
    <Stage
      picture={
        <>
          <rect x="14" y="8" width="36" height="48" rx="5" />
          <path d="M22 20h20M22 28h20M22 36h12" />
          <circle cx="42" cy="44" r="8" className="filled" />
          <path d="m38.5 44 2.5 2.5 4.5-5" className="on-filled" />
        </>
      }
    >
      <Trans>Your device locks what you write, with a key that only you have.</Trans>
    </Stage>
    <Stage picture={BOX}>
      <Trans>We keep the locked box. We have no key to it.</Trans>
    </Stage>
    <Stage
      picture={
        <>
          <circle cx="22" cy="22" r="10" />
          <path d="m29.5 29.5 22 22M42 42l6-6M48 48l5-5" />
        </>
      }
    >
      <Trans>The sheet of your successor opens it, after a handover and not before.</Trans>
    </Stage>
  </ol>
);
