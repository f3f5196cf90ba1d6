/** The code that an authenticator app would show. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { ShownCode } from '../../client/totp.ts';
import { keys } from '../keys/keys.ts';
import { useSecondsUntil } from './copied-notice.tsx';
import { CopyButton, SecretValue } from './secret-value.tsx';

function useCode(secret: string): ShownCode | null | undefined {
  const [shown, show] = useState<ShownCode | null>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isHere = true;
    async function next() {
      const code = await keys.codeOf({ secret }).catch(() => null);
      if (!isHere) return;
      show(code);
      if (code) timer = setTimeout(next, Math.max(0, code.until - Date.now()));
    }
    void next();
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [secret]);
  return shown;
}

/** Two groups of three digits are easier to type than six digits. */
const grouped = (code: string): string => `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;

export function Totp({ label, secret }: { label: string; secret: string }) {
  const { t } = useLingui();
  const shown = useCode(secret);
  const seconds = useSecondsUntil(shown?.until ?? 0);
  if (shown === null) {
    return (
      <div>
        <dt>{label}</dt>
        <dd>
          <SecretValue label={label} value={secret} />
          <span className="quiet">
            <Trans>This isn’t a secret an authenticator app can use.</Trans>
          </span>
        </dd>
      </div>
    );
  }
  const name = t`Authenticator code`;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <div className="value-line">
          <code className="value one-time-code">{shown ? grouped(shown.code) : '…'}</code>
          <span className="quiet" aria-hidden="true">
            <Plural value={seconds} one="# second" other="# seconds" />
          </span>
          {shown && <CopyButton label={name} text={shown.code} isSecret />}
        </div>
      </dd>
    </div>
  );
}
