import { Trans } from '@lingui/react/macro';

/** For somebody who cannot read the code, in the hour in which they need it. */
export const LostSheet = ({ ownerName }: { ownerName: string }) => (
  <details>
    <summary>
      <Trans>My sheet is torn, or I can’t find it</Trans>
    </summary>
    <p>
      <Trans>
        It takes all nine groups. If some are torn off, the square pattern may still be whole: scan it, or
        take a photo of it. Also look for a second print, and for the file that you may have saved when you
        made the kit.
      </Trans>
    </p>
    <p>
      <Trans>
        We don’t have the code and can’t replace it, however much we’d like to. Others to whom {ownerName}{' '}
        left something still open it with their own kits.
      </Trans>
    </p>
  </details>
);
