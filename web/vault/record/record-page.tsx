/** Records film or voice in the page, for a new entry or an existing one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, Circle, Pause, Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { keys } from '../../keys/keys.ts';
import type { KeptRecording } from '../../keys/tasks/recordings.ts';
import { AskFirst } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTask } from '../../ui/use-task.ts';
import { openedEntry } from '../opened.ts';
import { Room } from '../room.tsx';
import { entryOf, SaveRecording, UnsavedRecordingDialog } from './save-recording.tsx';
import { canRecord, type Recorded, type RecordingKind, useRecorder } from './use-recorder.ts';
import '../vault.css';
import './record.css';

export default function RecordPage() {
  const [search] = useSearchParams();
  const kind: RecordingKind = search.get('kind') === 'voice' ? 'voice' : 'film';
  const entryId = search.get('entry');
  return (
    <div className="new-entry recording">
      <Link href={entryId ? `/vault/${entryId}` : '/vault'} className="back">
        <ArrowLeft aria-hidden="true" size={18} />
        {entryId ? <Trans>Back to the entry</Trans> : <Trans>All entries</Trans>}
      </Link>
      <PageTitle>
        {kind === 'film' ? <Trans>Record a video</Trans> : <Trans>Record your voice</Trans>}
      </PageTitle>
      {canRecord() ? <Record key={kind} kind={kind} entryId={entryId} /> : <NoRecorder />}
    </div>
  );
}

const NoRecorder = () => (
  <Notice>
    <Trans>This browser can’t record. Record with another program, and add the file to an entry here.</Trans>
  </Notice>
);

interface RecordProps {
  kind: RecordingKind;
  entryId: string | null;
}

function Record({ kind, entryId }: RecordProps) {
  const [made, setMade] = useState<Recorded | null>(null);
  const letter = entryId === null ? undefined : openedEntry(entryId)?.content?.fields.text;
  const [text, setText] = useState(letter ?? '');
  if (!made) return <Recorder kind={kind} text={text} onText={setText} onMade={setMade} />;
  const savedIn = entryId ?? made.addedAs;
  return <SaveRecording kind={kind} made={made} entryId={savedIn} onAgain={() => setMade(null)} />;
}

interface RecorderProps {
  kind: RecordingKind;
  text: string;
  onText(text: string): void;
  onMade(made: Recorded): void;
}

function Recorder({ kind, text, onText, onMade }: RecorderProps) {
  const recorder = useRecorder(kind, onMade);
  const isRunning = recorder.state === 'recording' || recorder.state === 'paused';
  return (
    <>
      {!isRunning && <Drafts kind={kind} onOpen={onMade} />}
      <div className="record-and-read">
        <View kind={kind} recorder={recorder} />
        <TextToRead text={text} onChange={onText} isRunning={isRunning} />
      </div>
      {!isRunning && <Room />}
      <UnsavedRecordingDialog isUnsaved={isRunning} />
    </>
  );
}

interface TextToReadProps {
  text: string;
  onChange(text: string): void;
  isRunning: boolean;
}

function TextToRead({ text, onChange, isRunning }: TextToReadProps) {
  const { t } = useLingui();
  if (isRunning) return text === '' ? null : <div className="to-read">{text}</div>;
  return (
    <TextField
      label={t`What you want to say`}
      description={t`You can read it while you record. It’s only for you, and isn’t saved.`}
      lines={8}
      value={text}
      onChange={onChange}
      autoComplete="off"
    />
  );
}

/** What was recorded before the page was closed. */
function Drafts({ kind, onOpen }: { kind: RecordingKind; onOpen(made: Recorded): void }) {
  const [found, setFound] = useState<KeptRecording[]>([]);
  useEffect(() => {
    keys.findRecordings().then(setFound, () => {});
  }, []);
  const { run, error, isPending } = useTask(async (kept: KeptRecording) => {
    const { id, type } = kept;
    const bytes = await keys.openRecording(kept);
    const addedAs = await entryOf(id).catch(() => undefined);
    onOpen({ id, type, bytes, wasCutOff: false, addedAs });
  });
  const [latest] = found.filter(({ type }) => type.startsWith(kind === 'film' ? 'video/' : 'audio/'));
  if (!latest) return null;
  return (
    <Notice
      title={
        <Trans>
          You recorded something on <Moment at={new Date(latest.at).toISOString()} as="short moment" /> and
          didn’t save it
        </Trans>
      }
    >
      <ProblemNotice error={error} />
      <div className="actions">
        <Button size="small" isPending={isPending} onPress={() => run(latest)}>
          <Trans>Look at it</Trans>
        </Button>
        <AskFirst
          button={(ask) => (
            <Button look="second" size="small" onPress={ask}>
              <Trans>Discard it</Trans>
            </Button>
          )}
          title={<Trans>Discard this recording?</Trans>}
          label={<Trans>Discard it</Trans>}
          look="danger"
          keep={<Trans>Keep it</Trans>}
          mustAnswer
          work={async () => {
            await keys.dropRecording({ id: latest.id });
            setFound(found.filter((each) => each !== latest));
          }}
        >
          <p>
            <Trans>You won’t be able to get it back.</Trans>
          </p>
        </AskFirst>
      </div>
    </Notice>
  );
}

/** Such as 2:05. */
const timeOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

interface ViewProps {
  kind: RecordingKind;
  recorder: ReturnType<typeof useRecorder>;
}

function View({ kind, recorder }: ViewProps) {
  const { t } = useLingui();
  const { state, stream, seconds } = recorder;
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!video.current) return;
    video.current.srcObject = stream;
    if (stream) void video.current.play().catch(() => {});
  }, [stream]);
  if (state === 'refused' || state === 'no device') {
    return (
      <Notice announced>
        <p>
          {state === 'no device' ? (
            <Trans>There’s no camera or microphone that can be used here.</Trans>
          ) : (
            <Trans>
              Your browser isn’t letting this page use the camera or the microphone. You can change that in
              its settings.
            </Trans>
          )}
        </p>
        <Button look="second" size="small" onPress={recorder.again}>
          <Trans>Try again</Trans>
        </Button>
      </Notice>
    );
  }
  const isRunning = state === 'recording' || state === 'paused';
  return (
    <div className="recorder">
      {/* A voice needs no picture, but while it plays, the vault stays open. */}
      <video
        ref={video}
        playsInline
        muted
        aria-label={t`Camera view`}
        className={kind === 'film' ? 'mirrored' : 'unseen'}
      />
      <p role="status" className="recorded-time">
        {state === 'recording' && <Trans>Recording</Trans>}
        {state === 'paused' && <Trans>Paused</Trans>} {isRunning && timeOf(seconds)}
      </p>
      <div className="actions">
        {!isRunning && (
          <Button size="big" isDisabled={state !== 'ready'} onPress={recorder.start}>
            <Circle aria-hidden="true" size={18} fill="currentColor" />
            <Trans>Start recording</Trans>
          </Button>
        )}
        {state === 'recording' && (
          <Button look="second" onPress={recorder.pause}>
            <Pause aria-hidden="true" size={18} />
            <Trans>Pause</Trans>
          </Button>
        )}
        {state === 'paused' && (
          <Button look="second" onPress={recorder.resume}>
            <Play aria-hidden="true" size={18} />
            <Trans>Go on</Trans>
          </Button>
        )}
        {isRunning && (
          <Button onPress={recorder.stop}>
            <Square aria-hidden="true" size={18} fill="currentColor" />
            <Trans>Stop</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
