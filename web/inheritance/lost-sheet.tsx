import { Trans } from '@lingui/react/macro';

interface LostSheetProps {
  ownerName: string;
  rehearsal: boolean;
}

/** For a successor who has lost or can't read the sheet, before a handover or during one. */
export const LostSheet = ({ ownerName, rehearsal }: LostSheetProps) => (
  <details>
    <summary>
      <Trans>My sheet is torn, or I can’t find it</Trans>
    </summary>
    <p>
      <Trans>
        You need all nine groups. If some are torn off, the square pattern may still be intact: scan it, or
        take a photo of it. Also look for a second printout, and for the file you may have saved when you made
        the kit.
      </Trans>
    </p>
    <p>
      {rehearsal ? (
        <Trans>
          If you can’t find it, it’s good that you looked today: nothing is lost yet. Tell {ownerName}, who
          can ask you for a new sheet with one button.
        </Trans>
      ) : (
        <Trans>
          We don’t have the code and can’t replace it, much as we’d like to. Others to whom {ownerName} left
          something can still open it with their own kits.
        </Trans>
      )}
    </p>
  </details>
);
