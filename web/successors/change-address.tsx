import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useLosing } from './losing-someone.tsx';
import { NewKeysProgress } from './new-keys.tsx';
import { isAble } from './renew-keys.tsx';
import { type ListedPerson, refreshPeople } from './succession.ts';
import { Lowered } from './threshold.tsx';

interface ChangeAddressProps extends ListedPerson {
  people: readonly ListedPerson[];
  /** As the owner decided it. */
  threshold: number | null;
}

interface MovingProps extends ChangeAddressProps {
  email: string;
  onClose(): void;
}

function Moving(props: MovingProps) {
  const { successor, standing, people, threshold: decided, email, onClose } = props;
  const { id, name, verified } = successor;
  const { t } = useLingui();
  const holdsKeys = standing?.holdsKeys ?? false;
  const able = people.filter((each) => isAble(each) && each.successor.id !== id).length;
  const threshold = Math.max(1, Math.min(decided ?? 1, able));
  const { state, error, count, work } = useLosing(() => keys.moveSuccessor({ id, email }), threshold);

  async function leave() {
    onClose();
    await refreshPeople();
  }

  return (
    <Dialog
      title={
        state === 'done' ? t`The address has been changed` : t`Write to ${name} at ${email} from now on?`
      }
      isOpen
      mustAnswer
      onOpenChange={(isOpen) => !isOpen && state !== 'working' && void leave()}
    >
      {state === 'done' ? (
        <>
          <p role="status">
            <Trans>
              We’re writing to {email}. {name} starts again from there.
            </Trans>
          </p>
          <div className="actions">
            <Button onPress={leave} autoFocus>
              <Trans>Close</Trans>
            </Button>
          </div>
        </>
      ) : (
        <>
          {state === 'half done' ? (
            <p>
              <Trans>
                The address has been changed, but we couldn’t confirm that the vault has its new keys. Please
                try again.
              </Trans>
            </p>
          ) : (
            <>
              <p>
                {verified ? (
                  <Trans>
                    A new address might belong to a different person, so {name} starts again: they confirm the
                    address and make a new kit, and you compare the number again. Their old kit and old links
                    stop working. What you chose for them stays chosen.
                  </Trans>
                ) : (
                  <Trans>The link in our earlier email stops working.</Trans>
                )}
              </p>
              {holdsKeys && (
                <p>
                  <Trans>
                    Something was prepared for the old kit, so your vault will get new keys: every entry is
                    re-encrypted.
                  </Trans>
                </p>
              )}
            </>
          )}
          {holdsKeys && able > 0 && <Lowered decided={decided} threshold={threshold} />}
          {state === 'working' && holdsKeys && <NewKeysProgress {...count} />}
          <ProblemNotice error={error} />
          <div className="actions">
            <Button onPress={work} isPending={state === 'working'}>
              {state === 'half done' ? (
                <Trans>Give the vault new keys</Trans>
              ) : (
                <Trans>Change the address</Trans>
              )}
            </Button>
            <Button look="second" onPress={leave} isDisabled={state === 'working'}>
              {state === 'half done' ? <Trans>Later</Trans> : <Trans>Keep the old address</Trans>}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

export function ChangeAddress(props: ChangeAddressProps) {
  const { t } = useLingui();
  const { email: present } = props.successor;
  const [typed, setTyped] = useState<string | null>(null);

  function submit(form: FormData) {
    const email = String(form.get('email')).trim();
    if (email !== present) setTyped(email);
  }

  return (
    <Card title={<Trans>Email address</Trans>}>
      <p>
        <Trans>We write to {present}.</Trans>
      </p>
      <Form onSubmit={submit} key={present}>
        <TextField label={t`New address`} name="email" type="email" autoComplete="off" isRequired />
        <Button type="submit" look="second">
          <Trans>Change the address</Trans>
        </Button>
      </Form>
      {typed !== null && <Moving {...props} email={typed} onClose={() => setTyped(null)} />}
    </Card>
  );
}
