/** The vault: the list, and an entry beside it. On a phone the entry has the page to itself. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Mic, Plus, Video } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useLocation, useParams } from 'wouter';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { CopiedNotice } from './copied-notice.tsx';
import { EntryPage } from './entry-page.tsx';
import { setIncomingFiles, useDroppedFiles } from './incoming-files.ts';
import { KIND_ICONS, KIND_NAMES, KINDS } from './kinds.ts';
import { BegunEntries, List, VaultLinks } from './list.tsx';
import { tryOpeningAgain, useOpenedVault } from './opened.ts';
import { Opening } from './opening.tsx';
import { UndoImport } from './undo-import.tsx';
import { UploadsNotice } from './uploads.tsx';
import { useIsWide } from './wide.ts';
import './vault.css';

export default function VaultPage() {
  const { id } = useParams<{ id?: string }>();
  const isWide = useIsWide();
  const vault = useOpenedVault();
  const isAlone = id !== undefined && !isWide;
  return (
    <>
      {!isAlone && (
        <div className="vault-head">
          <PageTitle>
            <Trans>Your vault</Trans>
          </PageTitle>
          <AddEntry />
        </div>
      )}
      {vault.state === 'opening' && <Opening done={vault.done} />}
      {vault.state === 'failed' && <ProblemNotice error={vault.error} onTryAgain={tryOpeningAgain} />}
      {vault.state === 'open' && (
        <div className={id === undefined ? 'vault-alone' : 'vault-beside'}>
          {!isAlone && (
            <FileDropArea>
              <UploadsNotice />
              <BegunEntries />
              <UndoImport entries={vault.found} />
              <List {...vault} selected={id} />
              <VaultLinks />
            </FileDropArea>
          )}
          {id !== undefined && (
            <div className="entry-pane">
              <EntryPage key={id} id={id} isBeside={isWide} />
            </div>
          )}
        </div>
      )}
      <CopiedNotice />
    </>
  );
}

/** Files that are dropped on the list become new entries. */
function FileDropArea({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  useDroppedFiles(place, (files) => {
    setIncomingFiles(files);
    navigate('/vault/new/file');
  });
  return <div ref={place}>{children}</div>;
}

function AddEntry() {
  const { t, i18n } = useLingui();
  return (
    <MenuTrigger>
      <AriaButton className="button main">
        <Plus aria-hidden="true" size={20} />
        <Trans>Add</Trans>
      </AriaButton>
      <Popover className="popover" placement="bottom end">
        <Menu className="options" aria-label={t`What to add`}>
          {KINDS.map((kind) => {
            const Icon = KIND_ICONS[kind];
            return (
              <MenuItem
                key={kind}
                href={`/vault/new/${kind}`}
                className="option"
                textValue={i18n._(KIND_NAMES[kind])}
              >
                <Icon aria-hidden="true" size={20} />
                {i18n._(KIND_NAMES[kind])}
              </MenuItem>
            );
          })}
          <MenuItem href="/vault/record?kind=film" className="option" textValue={t`Record a video`}>
            <Video aria-hidden="true" size={20} />
            <Trans>Record a video</Trans>
          </MenuItem>
          <MenuItem href="/vault/record?kind=voice" className="option" textValue={t`Record your voice`}>
            <Mic aria-hidden="true" size={20} />
            <Trans>Record your voice</Trans>
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
