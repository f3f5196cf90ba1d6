/** Opens the successor's own share with the kit, and passes it on so that only the others can open it. */

import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { SealedShare } from '../../client/inheritance.ts';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { checkCode } from '../ui/typed-code.ts';
import { useTask } from '../ui/use-task.ts';
import { type CodeInHand, KitCodeField, NO_CODE } from './kit-code-field.tsx';
import { useForgetting } from './use-forgetting.ts';

interface PassOnProps {
  ownerName: string;
  sealed: Omit<SealedShare, 'code'>;
}

export function PassOn({ ownerName, sealed }: PassOnProps) {
  const [inHand, take] = useState<CodeInHand>(NO_CODE);
  useForgetting(() => take(NO_CODE));

  const {
    run,
    reset,
    result: passedOn,
    isPending,
    error,
  } = useTask(async () => {
    const others = await keys.passOnShare({ ...sealed, code: inHand.code });
    take(NO_CODE);
    return others;
  });

  async function submit() {
    reset();
    const check = await checkCode('kit-code-v1', inHand.code);
    take({ ...inHand, check });
    if (check === 'good') await run();
  }

  if (passedOn !== undefined) return <PassedOn passedOn={passedOn} />;
  return (
    <>
      <p>
        <Trans>
          {ownerName} wanted several people to open it together. Your kit opens a part that the others need.
          Enter the code, and we’ll pass that part on, sealed so that only they can open it. Your code never
          leaves this device.
        </Trans>
      </p>
      <p className="quiet">
        <Trans>
          You’ve already accepted. If you don’t have your sheet with you, come back later with the same link.
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
        {hasCode(error, 'wrong_kit') ? (
          <Notice look="problem" announced>
            <Trans>This code is complete, but it belongs to another sheet.</Trans>
          </Notice>
        ) : (
          <ProblemNotice error={error} />
        )}
        <div className="actions">
          <Button type="submit" isPending={isPending}>
            <Trans>Pass on my part</Trans>
          </Button>
        </div>
      </Form>
    </>
  );
}

/** Passes the share on with the code that was just entered to open what was left. */
export function PassOnWithAccess({ token }: { token: string }) {
  const { run, result: passedOn, isPending, error } = useTask(() => keys.passOnWithAccess({ token }));
  if (passedOn !== undefined) return <PassedOn passedOn={passedOn} />;
  return (
    <>
      <p>
        <Trans>
          The others need your part too. If you haven’t passed it on yet, please do so now. It’s sealed so
          that only they can open it.
        </Trans>
      </p>
      <ProblemNotice error={error} />
      <div className="actions">
        <Button look="second" isPending={isPending} onPress={run}>
          <Trans>Pass on my part</Trans>
        </Button>
      </div>
    </>
  );
}

/** @param passedOn to how many successors the share was passed on */
const PassedOn = ({ passedOn }: { passedOn: number }) => (
  <Notice look="good" announced>
    {passedOn === 0 ? (
      <Trans>The others don’t need your kit: each of them can open what was left to them without it.</Trans>
    ) : (
      <Plural
        value={passedOn}
        one="Done. Your part has been passed on to # other person, sealed so that nobody else can open it."
        other="Done. Your part has been passed on to # other people, sealed so that nobody else can open it."
      />
    )}
  </Notice>
);
