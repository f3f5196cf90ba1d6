/** The code of a kit: typed from paper, scanned, or read from a photo or the saved file. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Camera as CameraIcon, FileUp } from 'lucide-react';
import { useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import type { TypedKit } from '../../client/inheritance.ts';
import { readSheet } from '../../client/kit-sheet.ts';
import { Button } from '../ui/button.tsx';
import { Camera, hasCamera } from '../ui/camera.tsx';
import { inGroups, useCodeProblem } from '../ui/code-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type CodeCheck, GROUPS, looksLikeWords, parseTypedCode } from '../ui/typed-code.ts';
import { useTask } from '../ui/use-task.ts';
import { sheetInFile } from './read-sheet.ts';

/** The sheet that the successor is holding, as far as the web app knows. */
export interface CodeInHand extends TypedKit {
  /** Why the last attempt failed. */
  check: CodeCheck | null;
}

export const NO_CODE: CodeInHand = { code: '', ownerFingerprint: null, check: null };

interface KitCodeFieldProps {
  value: CodeInHand;
  onChange(value: CodeInHand): void;
}

export function KitCodeField({ value, onChange }: KitCodeFieldProps) {
  const { t } = useLingui();
  const groupProblem = useCodeProblem();
  const [isLeft, leave] = useState(false);
  const [isScanning, scan] = useState(false);
  const [news, setNews] = useState<'read' | 'unreadable' | 'other' | null>(null);
  const { code, check } = value;
  const { groups } = parseTypedCode(code);

  function take(sheet: TypedKit) {
    scan(false);
    setNews('read');
    onChange({ ...sheet, check: null });
  }
  function takeScanned(text: string): boolean {
    const sheet = readSheet(text);
    if (sheet) take(sheet);
    else setNews('other');
    return sheet !== null;
  }
  const { run: takeFile, error } = useTask(async (file: File | undefined) => {
    if (!file) return;
    setNews(null);
    const sheet = await sheetInFile(file);
    if (sheet) take(sheet);
    else setNews('unreadable');
  });

  function problem(): string | undefined {
    if (looksLikeWords(code))
      return t`Those are the six words from your sheet. Please enter the code at the top of it: nine groups of four.`;
    const ofGroup = groupProblem(code, isLeft || check !== null);
    if (ofGroup) return ofGroup;
    if (check === 'unfinished') return t`Please enter the code from your sheet, all nine groups.`;
    if (check === 'mistyped')
      return t`There’s a typing mistake in one of the groups. Please compare them with your sheet, one by one.`;
    if (check === 'other_kind')
      return t`That’s the recovery code for a vault, from a different sheet. Use the sheet that says “Recovery kit” at the top.`;
    return undefined;
  }

  return (
    <div className="kit-code">
      <TextField
        label={t`Code on your recovery kit`}
        description={<Trans>Nine groups of four. Capitals and dashes don’t matter.</Trans>}
        name="code"
        value={code}
        onChange={(next) => {
          setNews(null);
          onChange({ code: inGroups(code, next), ownerFingerprint: null, check: null });
        }}
        onBlur={() => leave(code !== '')}
        problem={problem()}
        autoComplete="off"
        autoCorrect="off"
        spellCheck="false"
      />
      {/* The field has everything that this picture shows. Empty boxes would look like fields to type into. */}
      {code !== '' && (
        <ol className="bare pieces typed-groups" aria-hidden="true">
          {groups.slice(0, GROUPS).map(({ text, state }, at) => (
            // With too many characters in the field, it is unclear which groups are right.
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a code never move
            <li key={at} className={groups.length > GROUPS ? 'long' : text ? state : 'empty'}>
              {text || '····'}
            </li>
          ))}
        </ol>
      )}
      <DropZone
        className="drop-zone"
        onDrop={async ({ items }) => takeFile(await items.find(isFileDropItem)?.getFile())}
      >
        <div className="row">
          {hasCamera() && (
            <Button
              look="second"
              size="small"
              onPress={() => {
                setNews(null);
                scan(!isScanning);
              }}
            >
              <CameraIcon aria-hidden="true" size={18} />
              {isScanning ? <Trans>Close the camera</Trans> : <Trans>Scan it with the camera</Trans>}
            </Button>
          )}
          <FileTrigger
            acceptedFileTypes={['image/*', 'text/html', 'text/plain']}
            onSelect={(files) => takeFile(files?.[0])}
          >
            <Button look="second" size="small">
              <FileUp aria-hidden="true" size={18} />
              <Trans>Choose a photo or the saved file</Trans>
            </Button>
          </FileTrigger>
        </div>
        <Text slot="label" className="quiet">
          <Trans>Or drop the photo or the file here.</Trans>
        </Text>
      </DropZone>
      {isScanning && (
        <Camera
          onText={takeScanned}
          otherwise={<Trans>Choose a photo of the sheet, or simply type the code.</Trans>}
        >
          <Trans>
            Hold the square pattern on your sheet up to the camera. If nothing happens, type the code.
          </Trans>
        </Camera>
      )}
      {news === 'other' && (
        <Notice announced>
          <Trans>
            That’s a different square pattern. Use the one next to the code on the sheet that says “Recovery
            kit” at the top.
          </Trans>
        </Notice>
      )}
      <ProblemNotice error={error} />
      {news === 'read' && (
        <p role="status">
          <Trans>The code has been read from your sheet.</Trans>
        </p>
      )}
      {news === 'unreadable' && (
        <Notice announced>
          <Trans>
            We couldn’t find a code in this file. Take the photo straight from above, in good light, with the
            whole square pattern in it. Or simply type the code.
          </Trans>
        </Notice>
      )}
    </div>
  );
}
