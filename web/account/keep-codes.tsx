/** The recovery codes of two-factor authentication, shown once. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../ui/button.tsx';
import { KeepButtons } from '../ui/keep-buttons.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx';
import { copySecret, useCopying } from '../vault/clipboard.ts';
import { saveFile } from '../vault/save-file.ts';
import '../session/session.css';

interface KeepCodesProps {
  codes: readonly string[];
  /** Whether two-factor authentication has just been turned on. */
  isFirst: boolean;
  owner: { name: string; email: string };
  onKept(): void;
}

export function KeepCodes({ codes, isFirst, owner, onKept }: KeepCodesProps) {
  const { t } = useLingui();
  const { news, copy } = useCopying(() => copySecret(t`Recovery codes`, codes.join('\n')));

  function save() {
    const text = [...codes, '', `${owner.name} <${owner.email}>`, location.host, ''].join('\n');
    saveFile(new Blob([text], { type: 'text/plain' }), `${t`codes for logging in`}.txt`);
  }

  return (
    <>
      <PageTitle key="codes">
        {isFirst ? <Trans>Two-factor authentication is on</Trans> : <Trans>Your new recovery codes</Trans>}
      </PageTitle>
      <p className="lead no-print">
        <Trans>
          If you lose your phone, you can log in with one of these codes. We’ll show them only this once.
        </Trans>
      </p>
      <section className="paper">
        <h2>
          <Trans>Recovery codes for logging in</Trans>
        </h2>
        <ol className="bare codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <p>
          <Trans>
            Each works once, for {owner.email} at {location.host}, together with the password. They don’t open
            the vault if you forget the password: for that, you need the recovery code on the other sheet.
          </Trans>
        </p>
      </section>
      <KeepButtons onSave={save} onCopy={copy} />
      <p role="status" className="quiet no-print">
        {news === 'copied' && (
          <Trans>
            Copied. Paste it within a minute where only you can read it. After that, it’s removed from the
            clipboard.
          </Trans>
        )}
        {news === 'refused' && (
          <Trans>Your browser isn’t letting us copy. Please write the codes down.</Trans>
        )}
      </p>
      <div className="actions no-print">
        <Button size="big" onPress={onKept}>
          <Trans>I’ve saved them</Trans>
        </Button>
      </div>
      <UnsavedDialog
        isUnsaved
        onDiscard={onKept}
        what={<Trans>We won’t show these codes again.</Trans>}
        leave={<Trans>Leave the page</Trans>}
      />
    </>
  );
}
