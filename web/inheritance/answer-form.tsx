/** Explains the request, and takes the answer. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { hasCode } from '../api/sentences.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Form } from '../ui/form.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx';
import { useTask } from '../ui/use-task.ts';
import { AcceptanceProgress } from './acceptance-progress.tsx';
import { AnswerChoices, OwnerEndsHandover, type ResponseKind } from './answer-choices.tsx';
import type { Link } from './link-page.tsx';

export interface ResponseDraft {
  response: ResponseKind;
  message: string;
  /** Whether the other successors may read the message. */
  isShared: boolean;
}

const messageIn = (form: FormData): string => String(form.get('message') ?? '').trim();

interface AnswerFormProps {
  link: Link;
  /** The answer that is being changed, if it was given just now. */
  before: ResponseDraft | null;
  onAnswer(answer: ResponseDraft, language: string): Promise<void>;
}

export function AnswerForm({ link, before, onAnswer }: AnswerFormProps) {
  const { t, i18n } = useLingui();
  const { ownerName, handover, hasOthers = false, rehearsal = false } = link;
  const isNothingLeft = handover?.leftSomething === false;
  const isOpen = handover?.released === true;
  const [chosen, choose] = useState<ResponseKind | null>(null);
  const response = isOpen ? 'accept' : chosen;
  const [isShared, share] = useState(before?.isShared ?? false);
  const [isMissing, setMissing] = useState(false);
  const [isWritten, setWritten] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  const { run: send, isPending, error } = useTask((answer: ResponseDraft) => onAnswer(answer, i18n.locale));

  function submit(form: FormData) {
    setMissing(response === null);
    // On a phone, the answers and the notice below them are out of sight by now.
    if (response === null) element.current?.querySelector('input')?.focus();
    if (response !== null) void send({ response, message: messageIn(form), isShared });
  }

  /** Keeps an answer that was given, with what was typed since. */
  const goOn = () => {
    const message = element.current ? messageIn(new FormData(element.current)) : (before?.message ?? '');
    return send({ response: 'accept', message, isShared });
  };

  return (
    <>
      <PageTitle>
        {isNothingLeft ? (
          <Trans>Will you accept the handover from {ownerName}?</Trans>
        ) : (
          <Trans>Will you accept what {ownerName} left to you?</Trans>
        )}
      </PageTitle>
      {rehearsal && <Rehearsed ownerName={ownerName} />}
      {handover && (
        <p className="lead">
          <Trans>
            We haven’t heard from {ownerName} since <Moment at={handover.lastSeenAt} as="day" />. {ownerName}{' '}
            asked us to write to you in this case. We don’t know the reason. There’s no hurry: take all the
            time you need.
          </Trans>
        </p>
      )}
      {handover && <AcceptanceProgress handover={handover} />}
      {handover?.response === 'accept' && (
        <Notice title={<Trans>You’ve accepted</Trans>}>
          <Button size="small" onPress={goOn} isPending={isPending}>
            <Trans>Continue from there</Trans>
          </Button>
        </Notice>
      )}
      {handover?.response === 'decline' && (
        <Notice title={<Trans>You’ve declined</Trans>}>
          <Trans>If you’ve changed your mind, answer again below.</Trans>
        </Notice>
      )}
      {isOpen && handover.response === 'accept' ? null : (
        <Form ref={element} onSubmit={submit}>
          <AnswerChoices
            link={link}
            value={response}
            onChange={choose}
            isMissing={isMissing && response === null}
          />
          <TextField
            label={t`A few words, if you like`}
            description={<Trans>We keep them for {ownerName}. Please don’t write anything secret.</Trans>}
            name="message"
            defaultValue={before?.message ?? ''}
            onChange={(text) => setWritten(text !== (before?.message ?? ''))}
            lines={3}
            maxLength={1_000}
          />
          {hasOthers && (
            <Checkbox isSelected={isShared} onChange={share}>
              <Trans>If {ownerName} left something to others, they may read my words too</Trans>
            </Checkbox>
          )}
          <ProblemNotice error={error} />
          {hasCode(error, 'owner_alive_limit') && (
            <p>
              <Trans>Please ask {ownerName} to log in and check in: that ends the handover for good.</Trans>
            </p>
          )}
          {hasCode(error, 'response_final') && <OwnerEndsHandover ownerName={ownerName} />}
          <div className="actions">
            <Button type="submit" size="big" isPending={isPending}>
              {isOpen ? <Trans>I accept</Trans> : <Trans>Send my answer</Trans>}
            </Button>
          </div>
        </Form>
      )}
      <UnsavedDialog
        isUnsaved={isWritten && !isPending}
        survivesLogOut
        title={<Trans>Leave without sending?</Trans>}
        what={<Trans>You haven’t sent your answer yet. What you’ve written will be lost.</Trans>}
        leave={<Trans>Leave the page</Trans>}
      />
    </>
  );
}

const Rehearsed = ({ ownerName }: { ownerName: string }) => (
  <Notice title={<Trans>This is a rehearsal</Trans>}>
    <Trans>
      Nothing has happened to {ownerName}, who asked us for this. Whatever you choose here, nothing changes.
      In a real handover, this page also tells you how long it’s been since we heard from them.
    </Trans>
  </Notice>
);
