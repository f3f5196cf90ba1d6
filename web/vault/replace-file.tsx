/** Replaces a stored file with another one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { Content } from '../../crypto/index.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { contentOf, MOST_FILE_BYTES } from './file-bytes.ts';
import { TooLarge } from './too-large.tsx';

interface ReplaceFileProps {
  content: Content;
  onChange(content: Content): void;
}

export function ReplaceFile({ content, onChange }: ReplaceFileProps) {
  const { t } = useLingui();
  const [refused, refuse] = useState<File | null>(null);
  const { fields } = content;
  // Something else may be typed while a file is read.
  const latest = useRef({ content, onChange });
  useEffect(() => {
    latest.current = { content, onChange };
  });
  async function take(file: File | undefined) {
    if (!file) return;
    const taken = await contentOf(file, content);
    refuse(taken ? null : file);
    if (!taken) return;
    const { content: present, onChange: change } = latest.current;
    change({ ...present, fields: { ...present.fields, ...taken.fields } });
  }
  return (
    <>
      <TextField
        label={t`File name`}
        value={fields.name ?? ''}
        onChange={(name) => onChange({ ...content, fields: { ...fields, name } })}
        isRequired
        autoComplete="off"
      />
      <div>
        <FileTrigger onSelect={(files) => take(files?.[0])}>
          <Button look="second" size="small">
            <Trans>Replace with another file</Trans>
          </Button>
        </FileTrigger>
      </div>
      {refused && <TooLarge file={refused} most={MOST_FILE_BYTES} />}
    </>
  );
}
