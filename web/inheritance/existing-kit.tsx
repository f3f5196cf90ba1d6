/** For a successor who has already made a kit. */
import { Trans, useLingui } from '@lingui/react/macro';
import { AskFirst } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Compare } from './compare.tsx';

interface ExistingKitProps {
  ownerName: string;
  keyPinned: boolean;
  onReplace(): void;
}

export function ExistingKit({ ownerName, keyPinned, onReplace }: ExistingKitProps) {
  const { t } = useLingui();
  if (keyPinned) {
    return (
      <>
        <PageTitle>
          <Trans>Your recovery kit is ready</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>
            You’ve made your kit, and {ownerName} has compared it with you. There’s nothing more to do: keep
            your sheet in a safe place.
          </Trans>
        </p>
        <h2>
          <Trans>Have you lost the sheet?</Trans>
        </h2>
        <p>
          <Trans>
            Then tell {ownerName} soon. Next to your name, {ownerName} will find a button that sends you a
            link to make a new kit. Nobody can print the old one again.
          </Trans>
        </p>
      </>
    );
  }
  return (
    <>
      <PageTitle>
        <Trans>You’ve made your recovery kit</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>Keep your sheet in a safe place. {ownerName} still has to compare the words with you.</Trans>
      </p>
      <Compare ownerName={ownerName} words={null} />
      <h2>
        <Trans>Have you lost the sheet?</Trans>
      </h2>
      <p>
        <Trans>
          You can make another kit until {ownerName} has compared this one. After that, the old sheet no
          longer opens anything.
        </Trans>
      </p>
      <AskFirst
        button={(ask) => (
          <Button look="second" onPress={ask}>
            <Trans>Make another kit</Trans>
          </Button>
        )}
        title={t`Make another kit?`}
        label={t`Make another kit`}
        keep={t`Keep the old one`}
        mustAnswer
        work={async () => onReplace()}
      >
        <p>
          <Trans>
            As soon as the new kit is ready, your old sheet is worthless. Destroy it then, so that nobody
            mixes up the two.
          </Trans>
        </p>
      </AskFirst>
    </>
  );
}
