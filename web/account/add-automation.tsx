import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import type { Schemas } from '../api/schemas.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { RadioGroup, Select } from '../ui/choice.tsx';
import { Form } from '../ui/form.tsx';
import { NameField } from '../ui/name-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';

type Scope = Schemas['Automation']['scope'];

/** A token, while it is shown. */
export interface NewToken {
  token: string;
  name: string;
  scope: Scope;
}

const YEAR_MS = 365 * 24 * 60 * 60_000;

/** How long the token works, in years. */
const YEARS = { one: 1, three: 3, ever: null } as const;

const expiryOf = (lasts: keyof typeof YEARS): { expiresAt?: string } => {
  const years = YEARS[lasts];
  return years === null ? {} : { expiresAt: new Date(Date.now() + years * YEAR_MS).toISOString() };
};

export function AddAutomation({ onAdded }: { onAdded(token: NewToken): Promise<void> }) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('check-in');
  const [lasts, setLasts] = useState<keyof typeof YEARS>('one');
  const { run, isPending, error } = useTask(async () => {
    const body = { name: name.trim(), scope, ...expiryOf(lasts) };
    const { token } = await confirmed(() => answered(api.POST('/automations', { body })));
    setName('');
    await onAdded({ token, name: body.name, scope });
  });
  return (
    <Form onSubmit={run}>
      <NameField
        label={t`Name of the automation`}
        description={t`So that you recognise it later, such as “Tag by the door”.`}
        value={name}
        onChange={setName}
      />
      <RadioGroup<Scope>
        label={t`What it may do`}
        value={scope}
        onChange={setScope}
        options={[
          {
            value: 'check-in',
            label: t`Check in for you`,
            description: t`Your activity records each time.`,
          },
          {
            value: 'status',
            label: t`Read how your switch is doing`,
            description: t`Only its state and its dates: no names, and nothing about what you leave. It isn’t a sign of life.`,
          },
          {
            value: 'calendar',
            label: t`Show its dates in your calendar`,
            description: t`Reminders and the deadline, at an address for your calendar app. Anyone who has the address can read them.`,
          },
        ]}
      />
      <Select<keyof typeof YEARS>
        label={t`Its token works`}
        value={lasts}
        onChange={setLasts}
        options={[
          { value: 'one', label: t`for one year` },
          { value: 'three', label: t`for three years` },
          { value: 'ever', label: t`until you revoke it` },
        ]}
      />
      <ProblemNotice error={error} />
      <Button type="submit" isPending={isPending}>
        <Trans>Add it</Trans>
      </Button>
    </Form>
  );
}
