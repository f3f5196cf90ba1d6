/** Making a kit: first the sheet, then the proof that it is on paper. Only then is the kit valid. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { AS_VISITOR, answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { KeepButtons } from '../ui/keep-buttons.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { ProveCode } from '../ui/prove-code.tsx';
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx';
import { useDoubt } from '../ui/use-doubt.ts';
import { useTask } from '../ui/use-task.ts';
import { Compare } from './compare.tsx';
import { KitSheet, type NewKit } from './kit-sheet.tsx';
import { ownLocale } from './locale.ts';
import { MailLanguage } from './mail-language.tsx';
import { saveSheet } from './save-sheet.ts';
import { SheetValidity } from './sheet-validity.tsx';

interface MakeKitProps {
  token: string;
  ownerName: string;
  successorName: string;
  ownerKey: string;
  /** The successor's own address. */
  email: string;
  /** Whether an older sheet is valid until this one is. */
  isReplacing: boolean;
}

export function MakeKit({ token, ownerName, successorName, ownerKey, email, isReplacing }: MakeKitProps) {
  const { i18n } = useLingui();
  const [kit, setKit] = useState<NewKit | null>(null);
  const [isProving, prove] = useState(false);
  /** The words of the valid kit. Its code is on paper by now, and is forgotten here. */
  const [words, setWords] = useState<string | null>(null);
  const [isTooLate, setTooLate] = useState(false);
  const { isInDoubt, attempt } = useDoubt(store);

  async function make() {
    const { language } = ownLocale(i18n.locale);
    setKit({ ...(await keys.makeKit({ ownerKey, email, language })), madeAt: new Date().toISOString() });
  }

  async function store({ publicKey, salt, words: ofKit }: NewKit) {
    const body = { token, publicKey, salt, ...ownLocale(i18n.locale) };
    try {
      await answered(api.PUT('/successors/public-key', { body, ...AS_VISITOR }));
      setWords(ofKit);
    } catch (error) {
      if (!hasCode(error, 'key_pinned')) throw error;
      setTooLate(true);
    }
    setKit(null);
  }

  if (words !== null) {
    return (
      <>
        <PageTitle>
          <Trans>Your kit is ready. Now for a phone call</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>
            Put your sheet somewhere safe. {ownerName} still has to make sure that this kit is really yours,
            and a phone call is enough for that.
          </Trans>
        </p>
        {isReplacing && (
          <Notice>
            <Trans>Your old sheet is now worthless. Please destroy it.</Trans>
          </Notice>
        )}
        <Compare ownerName={ownerName} words={words} />
        <p>
          <Trans>
            After the call, there’s nothing more to do. The words are on your sheet too. If your address ever
            changes, please tell {ownerName}.
          </Trans>
        </p>
      </>
    );
  }
  if (isTooLate) return <TooLate ownerName={ownerName} />;
  if (!kit) return <Begin isReplacing={isReplacing} ownerName={ownerName} onMake={make} />;
  const validity = <SheetValidity {...{ isInDoubt, isReplacing }} />;
  return (
    <>
      {isProving ? (
        <ProveCode
          code={kit.code}
          onProven={() => attempt(kit)}
          onBack={() => prove(false)}
          validity={validity}
        />
      ) : (
        <Sheet {...{ kit, ownerName, successorName }} onPrinted={() => prove(true)} />
      )}
      <UnsavedDialog
        isUnsaved
        survivesLogOut
        title={<Trans>Leave before you’ve finished?</Trans>}
        what={
          isInDoubt ? (
            validity
          ) : (
            <Trans>
              The sheet isn’t valid yet, and we can’t show its code again. If you leave now, destroy the sheet
              and start over with the link in our email.
            </Trans>
          )
        }
        leave={<Trans>Leave the page</Trans>}
      />
    </>
  );
}

/** The owner compared the previous kit while this one was being made. */
const TooLate = ({ ownerName }: { ownerName: string }) => (
  <>
    <PageTitle>
      <Trans>Your previous recovery kit is still valid</Trans>
    </PageTitle>
    <p className="lead">
      <Trans>{ownerName} has since compared it, so it can’t be replaced any more.</Trans>
    </p>
    <Notice>
      <Trans>The sheet you’ve just printed is worthless. Destroy it, and keep the previous one.</Trans>
    </Notice>
    <p>
      <Trans>
        If you no longer have the previous one, tell {ownerName}, who can remove you and name you again.
      </Trans>
    </p>
  </>
);

interface BeginProps {
  ownerName: string;
  isReplacing: boolean;
  onMake(): Promise<void>;
}

function Begin({ ownerName, isReplacing, onMake }: BeginProps) {
  const { run, isPending, error } = useTask(onMake);
  return (
    <>
      <PageTitle>
        {isReplacing ? <Trans>Make another recovery kit</Trans> : <Trans>Make your recovery kit</Trans>}
      </PageTitle>
      <p className="lead">
        <Trans>
          The kit is one sheet of paper with a code. What {ownerName} leaves you can be opened only with this
          code, so the sheet has to outlast phones and computers.
        </Trans>
      </p>
      <ul>
        <li>
          <Trans>It takes about five minutes.</Trans>
        </li>
        <li>
          <Trans>A printer is best. Without one, you copy the code and six words by hand.</Trans>
        </li>
        <li>
          <Trans>We don’t keep the code. Nobody can show it to you again.</Trans>
        </li>
        {!isReplacing && (
          <li>
            <Trans>
              Each kit has a new code. If you’ve printed a sheet for {ownerName} before, please destroy it,
              unless it opens a sealed copy that you’ve saved.
            </Trans>
          </li>
        )}
      </ul>
      <MailLanguage />
      <ProblemNotice error={error} />
      <div className="actions">
        <Button size="big" isPending={isPending} onPress={run}>
          <Trans>Make my kit</Trans>
        </Button>
      </div>
    </>
  );
}

interface SheetProps {
  kit: NewKit;
  ownerName: string;
  successorName: string;
  onPrinted(): void;
}

function Sheet({ kit, ownerName, successorName, onPrinted }: SheetProps) {
  const { t } = useLingui();
  const sheet = useRef<HTMLElement>(null);
  const title = t`Recovery kit of ${successorName} for what ${ownerName} leaves`;
  return (
    <>
      <div className="no-print">
        <PageTitle>
          <Trans>Print your recovery kit</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>
            We’ll show it only this once. Print it, or copy it by hand: the code, group by group, and the six
            words at the bottom of the sheet.
          </Trans>
        </p>
      </div>
      <KitSheet ref={sheet} {...{ kit, ownerName, successorName }} />
      <div className="no-print">
        <KeepButtons onSave={() => sheet.current && saveSheet(sheet.current, title)} />
        <p className="quiet">
          <Trans>
            With a file, you can print the sheet elsewhere. Don’t leave it in your emails, or in a folder that
            others can see: anyone who has it has your kit.
          </Trans>
        </p>
        <p>
          <Trans>The sheet isn’t valid yet. There’s one more small check.</Trans>
        </p>
        <div className="actions">
          <Button size="big" onPress={onPrinted}>
            <Trans>I have it on paper</Trans>
          </Button>
        </div>
      </div>
    </>
  );
}
