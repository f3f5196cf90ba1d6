/** How the encryption works, in three drawings. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Picture } from '../pictures/picture.tsx';

interface StageProps {
  picture: ReactNode;
  children: ReactNode;
}

const Stage = ({ picture, children }: StageProps) => (
  <li>
    <Picture viewBox="0 0 72 64" place="small">
      {picture}
    </Picture>
    <p>{children}</p>
  </li>
);

const SHEET = (
  <>
    <path className="tint" d="M20 12c12-1 23-1 34 0 1 16 1 32 0 48-11 1-22 1-34 0-1-16-1-32 0-48z" />
    <path d="M15 7c12-1 23-1 34 0 1 17 1 33 0 50-11 1-22 1-34 0-1-17-1-33 0-50z" />
    <path className="thin" d="M22 19c7-1 13 0 20 0M22 28c7-1 13 0 20 0M22 37c4-1 7 0 11 0" />
    <path className="accent" d="M47 36c5-1 9 3 9 8s-4 9-9 9-9-4-9-9 4-8 9-8z" />
    <path className="on-accent" d="M43 44l3 3 5-5" />
  </>
);

/** Closed, with its lock. */
const BOX = (
  <>
    <path className="tint" d="M16 29c15-1 29-1 43 0 1 10 1 20 0 30-14 1-28 1-43 0-1-10-1-20 0-30z" />
    <path d="M11 25c15-1 29-1 44 0 1 10 1 20 0 30-15 1-29 1-44 0-1-10-1-20 0-30z" />
    <path d="M22 24c-1-8 0-17 11-17s12 9 11 17" />
    <circle className="accent" cx="33" cy="38" r="3.5" />
    <path d="M33 40v7" />
  </>
);

const KEY = (
  <>
    <circle className="tint" cx="26" cy="27" r="14" />
    <path d="M22 9c8 0 13 6 13 13s-5 13-13 13S9 29 9 22 14 9 22 9z" />
    <circle className="accent" cx="19" cy="19" r="3.5" />
    <path d="M31 31c9 8 17 16 25 25M45 44l6-6M52 51l5-5" />
  </>
);

export const EncryptionPicture = () => (
  <ol className="bare encryption">
    <Stage picture={SHEET}>
      <Trans>Your device locks what you write, with a key that only you have.</Trans>
    </Stage>
    <Stage picture={BOX}>
      <Trans>We keep the locked box. We have no key to it.</Trans>
    </Stage>
    <Stage picture={KEY}>
      <Trans>The sheet of your successor opens it, after a handover and not before.</Trans>
    </Stage>
  </ol>
);
