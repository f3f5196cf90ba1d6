/** A file of an entry, shown within the page. */
import { Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import type { AttachedFile } from '../../crypto/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Progress } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import type { Showing } from './media.ts';
import { useOpenedFile } from './use-opened-file.ts';

interface ShownFileProps {
  file: AttachedFile;
  token: string | null;
  showing: Showing;
}

export function ShownFile({ file, token, showing }: ShownFileProps) {
  const { t } = useLingui();
  const opened = useOpenedFile(file, token, showing);
  const { name } = file;
  if (opened.state === 'opening') {
    return <Progress label={t`Opening ${name}`} done={opened.done} total={opened.total} />;
  }
  if (opened.state === 'failed') return <ProblemNotice error={opened.error} onTryAgain={opened.tryAgain} />;
  if (opened.state === 'other') {
    return (
      <Notice>
        <p>
          <Trans>“{name}” isn’t what its name says, so we don’t show it here. You can save it.</Trans>
        </p>
      </Notice>
    );
  }
  if (showing === 'picture') return <img className="preview" src={opened.url} alt={name} />;
  if (showing === 'paper') {
    return (
      <ButtonLink look="second" size="small" href={opened.url} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden="true" size={18} />
        <Trans>Open “{name}” in a new tab</Trans>
      </ButtonLink>
    );
  }
  if (showing === 'sound') {
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what is said in it
    return <audio className="preview" src={opened.url} controls aria-label={name} />;
  }
  // biome-ignore lint/a11y/useMediaCaption: nobody has written down what is said in it
  return <video className="preview" src={opened.url} controls playsInline aria-label={name} />;
}
