import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'wouter';
import { WORDS } from '../../crypto/index.ts';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { Camera, hasCamera } from '../ui/camera.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { readHeard, withWord } from './heard.ts';
import { NextStep } from './next-step.tsx';
import { SuccessorNotFound, SuccessorsPlaceholder } from './placeholders.tsx';
import { isSecretCode, readScanned } from './scanned.ts';
import { nextFor } from './steps.ts';
import { type ListedPerson, refreshPeople, usePeople } from './succession.ts';
import './successors.css';

/** Up to this many wrong words were probably misheard. With a swapped key, all six differ. */
const MOST_SLIPS = 2;

const ORDINALS: readonly MessageDescriptor[] = [
  msg({ message: 'first', context: 'word' }),
  msg({ message: 'second', context: 'word' }),
  msg({ message: 'third', context: 'word' }),
  msg({ message: 'fourth', context: 'word' }),
  msg({ message: 'fifth', context: 'word' }),
  msg({ message: 'sixth', context: 'word' }),
];

function useOrdinal(): (at: number) => string {
  const { i18n } = useLingui();
  return (at) => {
    const ordinal = ORDINALS[at - 1];
    return ordinal ? i18n._(ordinal) : String(at);
  };
}

/** The possible reasons why the two differ. */
function WordMismatch({ name, words }: { name: string; words: readonly number[] }) {
  const ordinal = useOrdinal();
  const [one = '', other] = words.map(ordinal);
  return words.length <= MOST_SLIPS ? (
    <Notice look="problem" announced title={<Trans>Not quite the same</Trans>}>
      {other ? (
        <Trans>
          The {one} and {other} words differ. You may have misheard. Ask {name} to read them out again and to
          spell them, and correct them.
        </Trans>
      ) : (
        <Trans>
          The {one} word differs. You may have misheard. Ask {name} to read it out again and to spell it, and
          correct it.
        </Trans>
      )}
    </Notice>
  ) : (
    <Notice look="problem" announced title={<Trans>These are different words</Trans>}>
      <p>
        <Trans>We haven’t accepted the words. There are three possible reasons:</Trans>
      </p>
      <ul>
        <li>
          <Trans>{name} read out something else, perhaps from an older sheet.</Trans>
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

function Done({ successor, state }: ListedPerson) {
  const { t } = useLingui();
  const { name } = successor;
  return (
    <>
      <PageTitle>{t`The words match`}</PageTitle>
      <p className="lead">
        <Trans>
          Nobody has swapped the keys between you and {name}. From now on, we accept only this key for {name}.
        </Trans>
      </p>
      <NextStep next={nextFor(successor, state)} successor={successor} state={state} />
    </>
  );
}

function ComparisonForm({ successor, state }: ListedPerson) {
  const { id, name, email } = successor;
  const { t, i18n } = useLingui();
  const ordinal = useOrdinal();
  const confirmed = useConfirmed();
  const [heard, hear] = useState('');
  /** Leaving the field ends the last word, because nobody types a space after it. */
  const [isLeft, leave] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const [isScanning, scan] = useState(false);
  const [scanned, setScanned] = useState<'code' | 'other' | null>(null);
  const [isCode, setIsCode] = useState(false);
  const { words, unclear, isComplete } = readHeard(heard, i18n.locale);
  const missing = WORDS - words.length;
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
    const compared = await confirmed(() => keys.compareKey({ id, name, email, heard: text }));
    if (compared.matches) await refreshPeople();
    return compared;
  });

  function openCamera(isOpen: boolean) {
    setScanned(null);
    scan(isOpen);
  }
  async function take(text: string): Promise<boolean> {
    const read = await readScanned(text);
    if (read.kind !== 'words') {
      setScanned(read.kind);
      return false;
    }
    openCamera(false);
    hear(read.text);
    void compare(read.text);
    return true;
  }

  if (result?.matches) return <Done successor={successor} state={state} />;
  return (
    <div className="narrow" ref={page}>
      <PageTitle>{t`Compare the words with ${name}`}</PageTitle>
      <p>
        <Trans>
          Call {name} on a number you know, or meet in person. There are six words on their sheet. They aren’t
          secret: they open nothing, and only show that nobody has swapped your keys along the way.
        </Trans>
      </p>
      <p>
        <Trans>
          You named {name} at <strong>{email}</strong>. If that isn’t the address you gave, don’t compare
          anything, and tell the people who run this service.
        </Trans>
      </p>
      <p>
        <Trans>You can say:</Trans>
      </p>
      <p className="say">
        <Trans>“Please get your kit and read me the six words. Not the code: keep that to yourself.”</Trans>
      </p>
      <Form onSubmit={() => isComplete && compare(heard)} className="form heard">
        <TextField
          label={t`What ${name} reads out`}
          description={t`Six words, in German or English. The first four letters of each are enough.`}
          lines={2}
          value={heard}
          onChange={hear}
          onFocusChange={(isFocused) => leave(!isFocused)}
          autoComplete="off"
          autoCorrect="off"
          spellCheck="false"
          isRequired
        />
        {/* The field has everything that this picture shows. Empty boxes would look like fields to type into. */}
        {words.length > 0 && !isCode && (
          <ol className="bare pieces heard-words" aria-hidden="true">
            {Array.from({ length: Math.max(WORDS, words.length) }, (_, at) => {
              const { typed, word, isWritten } = words[at] ?? {};
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a word has no other name than its place
                <li key={at} className={word ? 'good' : isWritten ? 'strange' : typed ? 'begun' : 'empty'}>
                  {word ?? typed ?? '····'}
                </li>
              );
            })}
          </ol>
        )}
        <p className="quiet" aria-live="polite">
          {!isCode &&
            (missing > 0
              ? plural(missing, { one: '# word to go', other: '# words to go' })
              : missing < 0
                ? plural(-missing, { one: '# word too many', other: '# words too many' })
                : isComplete && t`All six words are there.`)}
        </p>
        {unclear && !isCode && (
          <div role="status">
            {/* A line that came above the suggestions would move them away from a press that has begun. */}
            {(unclear.isWritten || (isLeft && unclear.suggestions.length === 0)) && (
              <p>
                {unclear.suggestions.length > 0 ? (
                  <Trans>
                    The {ordinal(unclear.at + 1)} word isn’t one of ours. Did you mean one of these?
                  </Trans>
                ) : (
                  <Trans>
                    The {ordinal(unclear.at + 1)} word isn’t one of ours. Ask {name} to spell it.
                  </Trans>
                )}
              </p>
            )}
            <div className="row">
              {unclear.suggestions.map((word) => (
                <Button
                  key={word}
                  look="second"
                  size="small"
                  onPress={() => {
                    hear(withWord(heard, unclear.at, word));
                    // The button goes away.
                    page.current?.querySelector('textarea')?.focus();
                  }}
                >
                  {word}
                </Button>
              ))}
            </div>
          </div>
        )}
        {isCode && (
          <Notice look="problem" announced>
            <Trans>
              That looks like the secret code from the sheet. Don’t enter it here. Ask for the six words.
            </Trans>
          </Notice>
        )}
        {result && !result.matches && <WordMismatch name={name} words={result.words} />}
        {hasCode(error, 'foreign_owner_key') ? (
          <Notice look="problem" announced>
            <Trans>
              The service gave {name} a key that isn’t yours. Remove them and invite them again. If it happens
              again, tell the people who run this service.
            </Trans>
          </Notice>
        ) : (
          <ProblemNotice error={error} />
        )}
        <div className="row">
          <Button type="submit" isPending={isPending} isDisabled={!isComplete}>
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
            {scanned === 'code' ? (
              <Trans>
                That’s the secret code of the kit. Only {name} should ever see it. Scan the one with the six
                words instead.
              </Trans>
            ) : (
              <Trans>That’s a different QR code. Scan the one with the six words.</Trans>
            )}
          </Notice>
        )}
        {isScanning && (
          <Camera onText={take} otherwise={<Trans>Type what you hear or see instead.</Trans>}>
            <Trans>Hold the QR code with the six words up to the camera.</Trans>
          </Camera>
        )}
      </Form>
    </div>
  );
}

export default function Compare() {
  const { t } = useLingui();
  const { id } = useParams<{ id: string }>();
  const { people, succession, error, readAgain } = usePeople();
  if (!people || !succession) return <SuccessorsPlaceholder error={error} readAgain={readAgain} />;
  const found = people.find(({ successor }) => successor.id === id);
  if (!found) return <SuccessorNotFound />;
  const { name, publicKey } = found.successor;
  if (publicKey === null)
    return (
      <div className="narrow">
        <PageTitle>{t`Compare the words with ${name}`}</PageTitle>
        <p>
          <Trans>There’s nothing to compare yet, because {name} hasn’t made a recovery kit.</Trans>
        </p>
        <NextStep next={nextFor(found.successor, found.state)} {...found} />
      </div>
    );
  return <ComparisonForm key={id} {...found} />;
}
