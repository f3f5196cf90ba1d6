/** What was recorded: to be looked at, saved, or recorded again. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Content } from '../../../crypto/index.ts';
import { keys } from '../../keys/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Leaving } from '../../ui/leaving.tsx';
import { Progress } from '../../ui/loading.tsx';
import { useMoments } from '../../ui/moment.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useNavigateWhileHere } from '../../ui/use-navigate-while-here.ts';
import { useTask } from '../../ui/use-task.ts';
import { fileName } from '../export/file-name.ts';
import { noteChanged } from '../opened.ts';
import { Room, roomFor } from '../room.tsx';
import { WhoGetsIt } from '../who-gets-it.tsx';
import type { Recorded, RecordingKind } from './use-recorder.ts';

interface SaveRecordingProps {
  kind: RecordingKind;
  made: Recorded;
  /** The entry that it is for. Null for a new one. */
  entryId: string | null;
  onAgain(): void;
}

const endingOf = (type: string): string =>
  type.endsWith('/mp4') ? (type.startsWith('audio/') ? '.m4a' : '.mp4') : '.webm';

export function SaveRecording({ kind, made, entryId, onAgain }: SaveRecordingProps) {
  const { t } = useLingui();
  const moment = useMoments();
  const navigate = useNavigateWhileHere();
  const [newId] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState('');
  const [url, setUrl] = useState('');
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const shown = URL.createObjectURL(made.bytes);
    setUrl(shown);
    return () => URL.revokeObjectURL(shown);
  }, [made]);

  const { run, isPending, isDone, error } = useTask(async () => {
    const id = entryId ?? newId;
    const named = title || `${kind === 'film' ? t`Film` : t`Voice`}, ${moment(new Date(), 'day')}`;
    const file = { name: fileName(named + endingOf(made.type)), type: made.type, bytes: made.bytes };
    try {
      if (entryId === null) {
        const content: Content = {
          ...{ version: 1, kind: 'file', title, category: '', tags: [], fields: {} },
        };
        await keys.addEntry({ id, content });
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
    <Form className="form entry-form" autoComplete="off" onSubmit={run}>
      <h2 ref={heading} tabIndex={-1}>
        {kind === 'film' ? (
          <Trans>Look at it before you save it</Trans>
        ) : (
          <Trans>Listen to it before you save it</Trans>
        )}
      </h2>
      {url !== '' &&
        (kind === 'film' ? (
          // biome-ignore lint/a11y/useMediaCaption: it was recorded a moment ago
          <video className="preview" src={url} controls playsInline aria-label={t`Your recording`} />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: it was recorded a moment ago
          <audio className="preview" src={url} controls aria-label={t`Your recording`} />
        ))}
      {entryId === null && (
        <>
          <TextField
            label={t`Title`}
            value={title}
            onChange={setTitle}
            isRequired
            maxLength={300}
            autoComplete="off"
          />
          <WhoGetsIt entryId={null} kind="file" />
        </>
      )}
      <Room needed={roomFor([made.bytes])} />
      {progress && <Progress label={t`Encrypting`} {...progress} />}
      <ProblemNotice error={error} />
      <div className="actions">
        <Button type="submit" isPending={isPending}>
          <Trans>Save</Trans>
        </Button>
        <Button look="second" isDisabled={isPending} onPress={onAgain}>
          <Trans>Record it again</Trans>
        </Button>
      </div>
      <Leaving isUnsaved={!isDone && !isPending} onDiscard={() => void keys.dropRecording({ id: made.id })} />
    </Form>
  );
}
