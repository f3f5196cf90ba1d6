import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useLocale } from 'react-aria-components';
import { useParams } from 'wouter';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Camera, hasCamera } from '../ui/camera.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { Gone, NotRead } from './gone.tsx';
import { NextStep } from './next-step.tsx';
import { isSecretCode, readScanned } from './scanned.ts';
import { nextFor } from './steps.ts';
import { refreshPeople, type Successor, usePeople } from './succession.ts';
import './successors.css';

const GROUPS = 10;
const GROUP = 4;
/** So few groups were probably misheard. A swapped key differs nearly everywhere. */
const MOST_SLIPS = 3;

const plainOf = (typed: string): string => typed.replace(/[\s\p{Dash}]/gu, '').toUpperCase();
const inGroups = (typed: string): string =>
  plainOf(typed)
    .match(/.{1,4}/g)
    ?.join(' ') ?? '';

/** The possible reasons why the two differ. */
function Differs({ name, groups }: { name: string; groups: readonly number[] }) {
  const { locale } = useLocale();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(groups.map(String));
  return groups.length <= MOST_SLIPS ? (
    <Notice look="problem" announced title={<Trans>Not quite the same</Trans>}>
      <p>
        <Plural
          value={groups.length}
          one={`Group ${list} differs. You may have misheard. Ask ${name} to read it out again, character by character, and correct it.`}
          other={`Groups ${list} differ. You may have misheard. Ask ${name} to read them out again, character by character, and correct them.`}
        />
      </p>
    </Notice>
  ) : (
    <Notice look="problem" announced title={<Trans>These are different numbers</Trans>}>
      <p>
        <Trans>We haven’t accepted the number. There are three possible reasons:</Trans>
      </p>
      <ul>
        <li>
          <Trans>
            {name} read out something else, perhaps an older sheet. The comparison number has ten groups, the
            code only nine.
          </Trans>
        </li>
        <li>
          <Trans>{name} has since made another kit. Ask for the newest sheet.</Trans>
        </li>
        <li>
          <Trans>
            Someone has substituted their own key. If the newest sheet doesn’t match either, don’t leave
            anything to {name} here, and tell the people who run this service.
          </Trans>
        </li>
      </ul>
    </Notice>
  );
}

function Done({ name }: { name: string }) {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{t`The numbers match`}</PageTitle>
      <p className="lead">
        <Trans>
          Nobody has swapped the keys between you and {name}. From now on, we accept only this key for {name}.
        </Trans>
      </p>
      <p>
        <Trans>{name} gets nothing yet. Choose something next.</Trans>
      </p>
      <ButtonLink href="/successors/who-gets-what">
        <Trans>Choose what {name} gets</Trans>
      </ButtonLink>
    </>
  );
}

function Hearing({ successor: { id, name } }: { successor: Successor }) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const [heard, hear] = useState('');
  const [isScanning, scan] = useState(false);
  const [scanned, setScanned] = useState<'code' | 'other' | null>(null);
  const [isCode, setIsCode] = useState(false);
  const missing = GROUPS * GROUP - plainOf(heard).length;
  useEffect(() => {
    let isCurrent = true;
    void isSecretCode(heard).then((is) => {
      if (isCurrent) setIsCode(is);
    });
    return () => {
      isCurrent = false;
    };
  }, [heard]);

  const {
    run: compare,
    result,
    isPending,
    error,
  } = useTask(async (text: string) => {
    const compared = await confirmed(() => keys.compareKey({ id, name, heard: text }));
    if (compared.matches) await refreshPeople();
    return compared;
  });

  function openCamera(isOpen: boolean) {
    setScanned(null);
    scan(isOpen);
  }
  async function take(text: string): Promise<boolean> {
    const read = await readScanned(text);
    if (read.kind !== 'comparison') {
      setScanned(read.kind);
      return false;
    }
    openCamera(false);
    hear(read.text);
    void compare(read.text);
    return true;
  }

  if (result?.matches) return <Done name={name} />;
  return (
    <div className="narrow">
      <PageTitle>{t`Compare the number with ${name}`}</PageTitle>
      <p>
        <Trans>
          Call {name} on a number you know, or meet in person. Their sheet has a comparison number, ten groups
          long. It isn’t secret: it opens nothing, and only shows that nobody has swapped your keys along the
          way.
        </Trans>
      </p>
      <p>
        <Trans>You can say:</Trans>
      </p>
      <p className="say">
        <Trans>
          “Please get your kit and read me the comparison number: ten groups. Not the code: keep that to
          yourself.”
        </Trans>
      </p>
      <Form onSubmit={() => missing === 0 && compare(heard)} className="form heard">
        <TextField
          label={t`What ${name} reads out`}
          description={t`Ten groups of four: digits and the letters A to F.`}
          lines={3}
          value={heard}
          onChange={(next) => hear(next.startsWith(heard) ? inGroups(next) : next)}
          onBlur={() => hear(inGroups(heard))}
          autoComplete="off"
          autoCorrect="off"
          spellCheck="false"
          isRequired
        />
        <p className="quiet" aria-live="polite">
          {!isCode &&
            (missing > 0
              ? plural(missing, { one: '# character to go', other: '# characters to go' })
              : missing < 0
                ? plural(-missing, { one: '# character too many', other: '# characters too many' })
                : t`All ten groups are there.`)}
        </p>
        {isCode && (
          <Notice look="problem" announced>
            <p>
              <Trans>
                That looks like the secret code from the sheet. Don’t enter it here. Ask for the comparison
                number, which has ten groups.
              </Trans>
            </p>
          </Notice>
        )}
        {result && !result.matches && <Differs name={name} groups={result.groups} />}
        {hasCode(error, 'foreign_owner_key') ? (
          <Notice look="problem" announced>
            <p>
              <Trans>
                The service gave {name} a key that isn’t yours. Remove them and invite them again. If it
                happens again, tell the people who run this service.
              </Trans>
            </p>
          </Notice>
        ) : (
          <ProblemNotice error={error} />
        )}
        <div className="row">
          <Button type="submit" isPending={isPending} isDisabled={missing !== 0}>
            <Trans>Compare</Trans>
          </Button>
          {hasCamera() && (
            <Button look="second" onPress={() => openCamera(!isScanning)}>
              {isScanning ? <Trans>Close the camera</Trans> : <Trans>Scan a QR code instead</Trans>}
            </Button>
          )}
        </div>
        {scanned && (
          <Notice look="problem" announced>
            <p>
              {scanned === 'code' ? (
                <Trans>
                  That’s the secret code of the kit. Only {name} should ever see it. Scan the comparison
                  number instead.
                </Trans>
              ) : (
                <Trans>That’s a different QR code. Scan the comparison number.</Trans>
              )}
            </p>
          </Notice>
        )}
        {isScanning && (
          <Camera onText={take} otherwise={<Trans>Type what you hear or see instead.</Trans>}>
            <Trans>Hold the QR code of the comparison number up to the camera.</Trans>
          </Camera>
        )}
      </Form>
    </div>
  );
}

export default function Compare() {
  const { t } = useLingui();
  const { id } = useParams<{ id: string }>();
  const { people, error, readAgain } = usePeople();
  if (!people) return <NotRead error={error} readAgain={readAgain} />;
  const found = people.find(({ successor }) => successor.id === id);
  if (!found) return <Gone />;
  const { name, publicKey } = found.successor;
  if (publicKey === null)
    return (
      <div className="narrow">
        <PageTitle>{t`Compare the number with ${name}`}</PageTitle>
        <p>
          <Trans>There’s nothing to compare yet, because {name} hasn’t made a recovery kit.</Trans>
        </p>
        <NextStep next={nextFor(found.successor, found.standing)} {...found} />
      </div>
    );
  return <Hearing successor={found.successor} />;
}
