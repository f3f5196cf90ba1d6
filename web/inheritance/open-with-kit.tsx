/** The step in which a successor enters the code on their sheet. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CryptoError } from '../../crypto/index.ts';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import type { OpenedAccess } from '../keys/tasks/successor.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Progress } from '../ui/loading.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { checkCode } from '../ui/typed-code.ts';
import { useTask } from '../ui/use-task.ts';
import { type CodeInHand, KitCodeField, NO_CODE } from './kit-code-field.tsx';
import { isOver, type Link } from './link-page.tsx';
import { LostSheet } from './lost-sheet.tsx';
import { PassOnWithAccess } from './pass-on.tsx';

interface OpenWithKitProps {
  link: Link;
  /** Until when the link works. */
  accessEndsAt: string;
  token: string;
  onOpen(left: OpenedAccess): void;
  /** The link no longer opens anything. */
  onOver(): void;
}

export function OpenWithKit({ link, accessEndsAt, token, onOpen, onOver }: OpenWithKitProps) {
  const { t } = useLingui();
  const { ownerName, rehearsal = false } = link;
  const [inHand, take] = useState<CodeInHand>(NO_CODE);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const { run, reset, isPending, error } = useTask(async () => {
    const { code, ownerFingerprint } = inHand;
    try {
      const progressed = (done: number, total: number) => setProgress({ done, total });
      onOpen(await keys.openInheritance({ token, code, ownerFingerprint }, progressed));
    } catch (problem) {
      setProgress(null);
      if (!isOver(problem)) throw problem;
      onOver();
    }
  });

  async function submit() {
    reset();
    const check = await checkCode('kit-code-v1', inHand.code);
    take({ ...inHand, check });
    if (check === 'good') await run();
  }

  return (
    <>
      <p className="lead">
        <Trans>
          Take all the time you need. When you’re ready, get out your recovery kit: the sheet with the code
          that you printed or copied by hand when {ownerName} named you.
        </Trans>
      </p>
      <p>
        <Trans>
          You can use this link as often as you like until <Moment at={accessEndsAt} />.
        </Trans>
      </p>
      <Form onSubmit={submit}>
        <KitCodeField
          value={inHand}
          onChange={(next) => {
            take(next);
            reset();
          }}
        />
        {error !== null && <WhyNot error={error} link={link} token={token} />}
        {progress && <Progress label={t`Opening`} {...progress} />}
        <div className="actions">
          <Button type="submit" size="big" isPending={isPending}>
            <Trans>Open</Trans>
          </Button>
        </div>
      </Form>
      <LostSheet ownerName={ownerName} rehearsal={rehearsal} />
      <p className="quiet">
        {rehearsal ? (
          <Trans>We record when you open it. The code never leaves this device.</Trans>
        ) : (
          <Trans>
            When you open it, we email {ownerName}’s address, in case {ownerName} comes back. The code never
            leaves this device.
          </Trans>
        )}
      </p>
    </>
  );
}

interface WhyNotProps {
  error: unknown;
  link: Link;
  token: string;
}

/** Advice, where the general sentence says too little. */
function WhyNot({ error, link: { ownerName, successor }, token }: WhyNotProps) {
  const { name } = successor;
  if (hasCode(error, 'wrong_kit')) {
    return (
      <Notice
        look="problem"
        announced
        title={<Trans>This code is complete, but it belongs to another sheet</Trans>}
      >
        <p>
          <Trans>
            Look at the top of your sheet: it must say “Recovery kit of {name} for what {ownerName} leaves”.
            If you have several, use the one with the latest date.
          </Trans>
        </p>
        <p>
          <Trans>
            If it’s the right sheet, what we keep for you may be damaged. Please tell the people who run this
            service.
          </Trans>
        </p>
      </Notice>
    );
  }
  if (error instanceof CryptoError && error.code === 'quorum_missing') {
    const { have = 1, need = 2 } = error.shares ?? {};
    return (
      <Notice announced title={<Trans>Your kit works, but others are needed too</Trans>}>
        <p>
          <Trans>
            {ownerName} wanted {need} people to use their kits together. So far, {have} of {need} have done
            so, including you.
          </Trans>
        </p>
        <p>
          <Trans>
            Please ask the others to open the link in any of our emails about this, and to pass on their part
            there with their code. Then press “Open” again.
          </Trans>
        </p>
        <PassOnWithAccess token={token} />
      </Notice>
    );
  }
  if (hasCode(error, 'not_sealed_to')) {
    return (
      <Notice announced title={<Trans>Nothing was prepared for your kit</Trans>}>
        <Trans>
          {ownerName} never finished preparing what you were meant to receive, so no kit can open it. We’re
          sorry. Nobody can change that now, but {ownerName} may have left things to other people.
        </Trans>
      </Notice>
    );
  }
  if (hasCode(error, 'access_not_released')) {
    return (
      <Notice announced title={<Trans>It isn’t open yet</Trans>}>
        <Trans>
          There’s nothing wrong with your link or your kit. As soon as enough people have accepted, we’ll
          write to you. Keep this email, and come back then.
        </Trans>
      </Notice>
    );
  }
  return <ProblemNotice error={error} />;
}
