/** The files of the entry that the owner is looking at: shown, added and removed. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FolderUp, Mic, Paperclip, Video, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { OpenedEntry } from '../../client/entries.ts';
import { readFiles } from '../../client/files.ts';
import { type AttachedFile, MOST_FILES } from '../../crypto/index.ts';
import { api } from '../api/client.ts';
import { refresh } from '../api/queries.ts';
import { AttachedFiles } from '../entries/attached-files.tsx';
import { keys } from '../keys/keys.ts';
import { AskFirst } from '../ui/act-dialog.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Progress } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx';
import { useTask } from '../ui/use-task.ts';
import type { FullItem } from './full-item.ts';
import { newFile, ofFolder, useDroppedFiles } from './incoming-files.ts';
import { noteChanged } from './opened.ts';
import { Room, roomFor, useRoom } from './room.tsx';
import { TakePhotos } from './take-photos.tsx';
import { MOST_ATTACHED_BYTES, TooLarge } from './too-large.tsx';
import { NotHere, UploadState, useUploads } from './uploads.tsx';

interface EntryFilesProps {
  item: FullItem;
  /** Where files can be dropped. */
  place: RefObject<HTMLElement | null>;
}

export function EntryFiles({ item, place }: EntryFilesProps) {
  const { id, content } = item;
  const { files = [] } = content;
  return (
    <section className="entry-files">
      {files.length > 0 && <Attached id={id} files={files} />}
      <AddFiles id={id} present={files.length} place={place} />
    </section>
  );
}

function noteFilesChanged(changed: OpenedEntry): void {
  noteChanged(changed);
  // How much room the plan still has.
  void refresh('/billing');
}

function Attached({ id, files }: { id: string; files: AttachedFile[] }) {
  const uploads = useUploads().filter(({ entryId }) => entryId === id);
  const {
    data: known,
    error,
    refetch,
  } = useQuery({
    queryKey: ['get', '/files', id],
    queryFn: () => readFiles(api, id),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one has arrived or was added
  useEffect(() => void refetch(), [uploads.length, files.length]);
  return (
    <>
      {!known && <ProblemNotice error={error} onTryAgain={() => void refetch()} />}
      <AttachedFiles
        files={files}
        token={null}
        about={(file) => {
          const upload = uploads.find(({ fileId }) => fileId === file.id);
          const isStored = known?.get(file.id)?.state === 'stored';
          return {
            isStored,
            more: (
              <>
                <RemoveFile id={id} file={file} />
                {known && !isStored && (
                  <div className="whole-line">
                    {upload ? <UploadState upload={upload} /> : <p className="quiet">{<NotHere />}</p>}
                  </div>
                )}
              </>
            ),
          };
        }}
      />
    </>
  );
}

function RemoveFile({ id, file }: { id: string; file: AttachedFile }) {
  const { t } = useLingui();
  const { name } = file;
  return (
    <AskFirst
      button={(ask) => (
        <Button look="quiet" size="small" onPress={ask} aria-label={t`Remove ${name}`}>
          <X aria-hidden="true" size={18} />
        </Button>
      )}
      title={<Trans>Remove “{name}”?</Trans>}
      label={<Trans>Remove the file</Trans>}
      look="danger"
      keep={<Trans>Keep it</Trans>}
      mustAnswer
      work={async () => noteFilesChanged(await keys.removeFile({ id, fileId: file.id }))}
    >
      <p>
        <Trans>The entry stays. Nobody you leave it to will get this file.</Trans>
      </p>
    </AskFirst>
  );
}

interface AddFilesProps extends Pick<EntryFilesProps, 'place'> {
  id: string;
  /** How many the entry has. */
  present: number;
}

function AddFiles({ id, present, place }: AddFilesProps) {
  const { t } = useLingui();
  const room = useRoom();
  const [refused, refuse] = useState<readonly File[]>([]);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const stopping = useRef(new AbortController());
  const { run, isPending, error } = useTask(async (files: readonly File[]) => {
    try {
      const reached = (done: number, total: number) => setProgress({ done, total });
      noteFilesChanged(
        await keys.addFiles({ id, files: files.map(newFile) }, reached, stopping.current.signal),
      );
    } finally {
      setProgress(null);
    }
  });
  const take = (files: readonly File[]) => {
    if (isPending || files.length === 0) return;
    const fits =
      (room === null || roomFor(files) <= room) &&
      files.every(({ size }) => size <= MOST_ATTACHED_BYTES) &&
      present + files.length <= MOST_FILES;
    refuse(fits ? [] : files);
    if (fits) void run(files);
  };
  useDroppedFiles(place, take);
  return (
    <>
      <div className="row">
        <FileTrigger allowsMultiple onSelect={(files) => take([...(files ?? [])])}>
          <Button look="second" size="small" isDisabled={isPending}>
            <Paperclip aria-hidden="true" size={18} />
            <Trans>Add files</Trans>
          </Button>
        </FileTrigger>
        <FileTrigger acceptDirectory onSelect={(files) => take(ofFolder([...(files ?? [])]))}>
          <Button look="quiet" size="small" isDisabled={isPending}>
            <FolderUp aria-hidden="true" size={18} />
            <Trans>Add a folder</Trans>
          </Button>
        </FileTrigger>
        <TakePhotos onPhotos={take} isDisabled={isPending} />
        <ButtonLink look="quiet" size="small" href={`/vault/record?kind=film&entry=${id}`}>
          <Video aria-hidden="true" size={18} />
          <Trans>Record a video</Trans>
        </ButtonLink>
        <ButtonLink look="quiet" size="small" href={`/vault/record?kind=voice&entry=${id}`}>
          <Mic aria-hidden="true" size={18} />
          <Trans>Record your voice</Trans>
        </ButtonLink>
      </div>
      {progress && <Progress label={t`Encrypting`} {...progress} />}
      {refused
        .filter(({ size }) => size > MOST_ATTACHED_BYTES)
        .map((file) => (
          <TooLarge key={file.name} file={file} />
        ))}
      {present + refused.length > MOST_FILES && <TooMany />}
      <Room needed={roomFor(refused)} />
      <ProblemNotice error={error} />
      <UnsavedDialog isUnsaved={isPending} onDiscard={() => stopping.current.abort()} />
    </>
  );
}

export const TooMany = () => (
  <Notice look="problem" announced>
    <Trans>An entry can have {MOST_FILES} files. Put the others into another entry.</Trans>
  </Notice>
);
