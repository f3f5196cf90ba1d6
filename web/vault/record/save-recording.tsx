/** A recording that was just made: to be played, saved, or made again. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { fileName } from '../../../client/file-names.ts';
import type { Content } from '../../../crypto/index.ts';
import { hasCode } from '../../api/sentences.ts';
import { keys } from '../../keys/keys.ts';
import { useHoldingFiles } from '../../keys/use-holding-files.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Progress } from '../../ui/loading.tsx';
import { useMoments } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx';
import { useNavigateWhileHere } from '../../ui/use-navigate-while-here.ts';
import { useTask } from '../../ui/use-task.ts';
import { EntryRecipients } from '../entry-recipients.tsx';
import { noteChanged } from '../opened.ts';
import { Room, roomFor, useRoom } from '../room.tsx';
import { saveFile } from '../save-file.ts';
import type { Recorded, RecordingKind } from './use-recorder.ts';

interface SaveRecordingProps {
  kind: RecordingKind;
  made: Recorded;
  /** The entry that it is for. Null for a new one, and undefined if an attempt to save it may have added one. */
  entryId: string | null | undefined;
  /** Called once it has been discarded. */
  onAgain(): void;
}

const endingOf = (type: string): string =>
  type.endsWith('/mp4') ? (type.startsWith('audio/') ? '.m4a' : '.mp4') : '.webm';

/** The entry that an attempt to save a recording added, which may have been changed since; null for none. */
export const entryOf = (id: string): Promise<string | null> =>
  keys.readListed({ id }).then(
    () => id,
    (error) => {
      if (hasCode(error, 'not_found')) return null;
      throw error;
    },
  );

export function SaveRecording({ kind, made, entryId, onAgain }: SaveRecordingProps) {
  const { t } = useLingui();
  const moment = useMoments();
  const navigate = useNavigateWhileHere();
  const [title, setTitle] = useState('');
  const [url, setUrl] = useState('');
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [isAsking, ask] = useState(false);
  const room = useRoom();
  const needed = roomFor([made.bytes]);
  const fits = room === null || needed <= room;
  const savedIn = useRef(entryId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const shown = URL.createObjectURL(made.bytes);
    setUrl(shown);
    return () => URL.revokeObjectURL(shown);
  }, [made]);

  const nameOf = () =>
    (title || `${kind === 'film' ? t`Film` : t`Voice`}, ${moment(new Date(), 'day')}`) + endingOf(made.type);
  const { run, isPending, isDone, error } = useTask(async () => {
    if (savedIn.current === undefined) savedIn.current = await entryOf(made.id);
    // After a failure, the next try finds the entry that the first one added.
    const id = savedIn.current ?? made.id;
    const file = { name: fileName(nameOf()), type: made.type, bytes: made.bytes };
    try {
      if (savedIn.current === null) {
        const content: Content = {
          ...{ version: 1, kind: 'file', title, category: '', tags: [], fields: {} },
        };
        noteChanged(await keys.addEntry({ id, content }));
      }
      const report = (done: number, total: number) => setProgress({ done, total });
      noteChanged(await keys.addFiles({ id, files: [file] }, report));
    } finally {
      setProgress(null);
    }
    await keys.dropRecording({ id: made.id });
    navigate(`/vault/${id}`, { replace: true });
  });

  return (
    <>
      <Form className="form entry-form" autoComplete="off" onSubmit={() => fits && run()}>
        <h2 ref={heading} tabIndex={-1}>
          {kind === 'film' ? (
            <Trans>Look at it before you save it</Trans>
          ) : (
            <Trans>Listen to it before you save it</Trans>
          )}
        </h2>
        {made.wasCutOff && (
          <Notice announced>
            <Trans>The recording ended when the camera or the microphone stopped working.</Trans>
          </Notice>
        )}
        {url !== '' &&
          (kind === 'film' ? (
            // biome-ignore lint/a11y/useMediaCaption: it was recorded a moment ago
            <video className="preview" src={url} controls playsInline aria-label={t`Your recording`} />
          ) : (
            // biome-ignore lint/a11y/useMediaCaption: it was recorded a moment ago
            <audio className="preview" src={url} controls aria-label={t`Your recording`} />
          ))}
        {!entryId && (
          <>
            <TextField
              label={t`Title`}
              value={title}
              onChange={setTitle}
              isRequired
              maxLength={300}
              autoComplete="off"
            />
            <EntryRecipients entryId={null} kind="file" />
          </>
        )}
        <Room needed={needed} />
        {progress && <Progress label={t`Encrypting`} {...progress} />}
        <ProblemNotice error={error} />
        <div className="actions">
          <Button type="submit" isPending={isPending} isDisabled={!fits}>
            <Trans>Save</Trans>
          </Button>
          <Button look="second" isDisabled={isPending} onPress={() => ask(true)}>
            <Trans>Record it again</Trans>
          </Button>
          <Button look="second" onPress={() => saveFile(made.bytes, nameOf())}>
            <Trans>Download it, unencrypted</Trans>
          </Button>
        </div>
      </Form>
      <UnsavedRecordingDialog isUnsaved={!isDone && !isPending} />
      {isAsking && (
        <ActDialog
          title={<Trans>Discard this recording?</Trans>}
          label={<Trans>Discard it and record again</Trans>}
          look="danger"
          keep={<Trans>Keep it</Trans>}
          mustAnswer
          work={async () => {
            await keys.dropRecording({ id: made.id });
            onAgain();
          }}
          onClosed={() => ask(false)}
        >
          <p>
            <Trans>You won’t be able to get it back.</Trans>
          </p>
        </ActDialog>
      )}
    </>
  );
}

/** Leaving discards nothing: the recording waits. */
export function UnsavedRecordingDialog({ isUnsaved }: { isUnsaved: boolean }) {
  const isHolding = useHoldingFiles();
  return (
    <UnsavedDialog
      isUnsaved={isUnsaved}
      what={
        isHolding ? (
          <Trans>
            Your recording isn’t saved yet. You can come back to this page and save it, as long as you don’t
            close or reload this tab, or go to another site.
          </Trans>
        ) : (
          <Trans>
            Your recording isn’t saved yet. It stays on this device, and you can save it when you come back to
            this page.
          </Trans>
        )
      }
      leave={<Trans>Leave the page</Trans>}
    />
  );
}
