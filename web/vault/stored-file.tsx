/** A file in the vault: its preview, and how to get it back. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { fileName } from '../../client/file-names.ts';
import { fromBase64 } from '../../client/inner-file.ts';
import { typeShownAs } from '../entries/media.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { textIn } from './file-bytes.ts';
import { saveFile } from './save-file.ts';
import { useSize } from './sizes.ts';

export function StoredFile({ fields, title }: { fields: Record<string, string>; title: string }) {
  const size = useSize();
  const { data = '', name: written } = fields;
  const name = fileName(written || title);
  const bytes = useMemo(() => fromBase64(data), [data]);
  if (!bytes) {
    return (
      <Notice look="problem">
        <Trans>This file is damaged. There may be an older version in the trash.</Trans>
      </Notice>
    );
  }
  return (
    <div className="stored-file">
      <Preview bytes={bytes} name={name} />
      <div className="value-line">
        <span className="value">
          {name} <span className="quiet">{size(bytes.length)}</span>
        </span>
        <Button
          look="second"
          size="small"
          // As untyped bytes, so that no browser opens the file instead of saving it.
          onPress={() => saveFile(new Blob([bytes], { type: 'application/octet-stream' }), name)}
        >
          <Download aria-hidden="true" size={18} />
          <Trans>Save file</Trans>
        </Button>
      </div>
    </div>
  );
}

function Preview({ bytes, name }: { bytes: Uint8Array<ArrayBuffer>; name: string }) {
  const { t } = useLingui();
  const type = typeShownAs('picture', bytes);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!type) return;
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  if (type) return url && <img className="preview" src={url} alt={t`Preview of ${name}`} />;
  const text = textIn(bytes);
  if (text === null || text === '') return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people who use the keyboard must be able to scroll it
    <section className="preview text" tabIndex={0} aria-label={t`Preview of ${name}`}>
      <pre>{text}</pre>
    </section>
  );
}
