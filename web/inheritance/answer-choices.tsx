/** The answers that a successor may give, and what each does. */
import { Trans, useLingui } from '@lingui/react/macro';
import { RadioGroup } from '../ui/choice.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Link } from './link-page.tsx';

export type ResponseKind = 'accept' | 'decline' | 'owner_alive';

interface AnswerChoicesProps {
  link: Link;
  value: ResponseKind | null;
  onChange(choice: ResponseKind): void;
  /** Whether the successor tried to answer without choosing. */
  isMissing: boolean;
}

export function AnswerChoices({ link, value, onChange, isMissing }: AnswerChoicesProps) {
  const { t } = useLingui();
  const { ownerName, handover, hasOthers = false } = link;
  const isNothingLeft = handover?.leftSomething === false;
  const isShared = (handover?.effectiveQuorum ?? 1) > 1;
  // The service would refuse any other answer.
  if (handover?.released) return <StillAccept ownerName={ownerName} />;
  return (
    <>
      <RadioGroup<ResponseKind>
        label={t`Your answer`}
        value={value}
        onChange={onChange}
        isInvalid={isMissing}
        options={[
          {
            value: 'accept',
            label: t`I accept`,
            description: isNothingLeft
              ? t`Nothing was prepared for you, so there will be nothing for you to open. But your answer can help others open what was left to them.`
              : isShared
                ? t`You’ll get a personal link to what was left to you, once enough people have accepted.`
                : t`You’ll get a personal link to what was left to you.`,
          },
          {
            value: 'decline',
            label: t`I decline`,
            description: [
              !isNothingLeft && t`You won’t see any of it.`,
              hasOthers && t`Others can still accept.`,
            ]
              .filter(Boolean)
              .join(' '),
          },
          {
            value: 'owner_alive',
            label: t`I know that ${ownerName} is alive`,
            description: t`Then nobody gets anything for now. We’ll ask ${ownerName} to check in, and wait at least 14 more days.`,
          },
        ]}
      />
      {isMissing && (
        <Notice look="problem" announced>
          <Trans>Please choose one of the three answers.</Trans>
        </Notice>
      )}
      <p className="quiet">
        {isShared ? (
          <Trans>
            If you don’t answer, we’ll ask you again later. Until enough people have accepted, you can change
            your answer with the same link. After that, you can’t take back an acceptance, but anyone who
            hasn’t accepted yet still can.
          </Trans>
        ) : (
          <Trans>
            If you don’t answer, we’ll ask you again later. If you decline, you can still accept later with
            the same link. You can’t take back an acceptance.
          </Trans>
        )}
      </p>
    </>
  );
}

const StillAccept = ({ ownerName }: { ownerName: string }) => (
  <div>
    <p>
      <Trans>
        You can still accept. Declining would no longer change anything: if you’d rather not see it, close
        this page.
      </Trans>
    </p>
    <OwnerEndsHandover ownerName={ownerName} />
  </div>
);

/** Once anyone has access, no successor can stop the handover. */
export const OwnerEndsHandover = ({ ownerName }: { ownerName: string }) => (
  <p>
    <Trans>
      If you know that {ownerName} is alive, please ask {ownerName} to log in and check in. That ends the
      handover for everyone.
    </Trans>
  </p>
);
