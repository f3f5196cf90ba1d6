/** A new password, typed twice, with its strength. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { PasswordField } from '../ui/password-field.tsx';
import { type Strength, strengthOf, type Weakness } from '../vault/passwords.ts';
import './session.css';

/** The vault is as safe as this password: a thief of the ciphertext can guess without limit. */
const SHORTEST = 12;
/** Weaker ones could be guessed within days. */
const LEAST_SCORE = 3;

interface NewPasswordProps {
  label: string;
  /** Names and addresses of the person, which are guessed first. */
  personal: readonly string[];
  /** The password, or null while it won't do. */
  onChange(password: string | null): void;
}

export function NewPassword({ label, personal, onChange }: NewPasswordProps) {
  const { t } = useLingui();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const strength = strengthOf(password, personal);
  const isLongEnough = (typed: string) => [...typed].length >= SHORTEST;

  function change(first: string, second: string) {
    setPassword(first);
    setAgain(second);
    const isGood = isLongEnough(first) && strengthOf(first, personal).score >= LEAST_SCORE;
    onChange(isGood && first === second ? first : null);
  }

  return (
    <>
      <div className="stack">
        <PasswordField
          label={label}
          description={t`At least ${SHORTEST} characters. Four unrelated words are easy to remember and hard to guess.`}
          name="new-password"
          autoComplete="new-password"
          value={password}
          onChange={(next) => change(next, again)}
          validate={() => {
            if (!isLongEnough(password)) return t`Please use at least ${SHORTEST} characters.`;
            return strength.score < LEAST_SCORE
              ? t`That’s too easy to guess. Adding another word helps most.`
              : true;
          }}
          maxLength={1000}
          isRequired
        />
        <StrengthMeter password={password} strength={strength} />
      </div>
      <PasswordField
        label={t`The same password again`}
        name="repeated-password"
        autoComplete="new-password"
        value={again}
        onChange={(next) => change(password, next)}
        validate={() => (again === password ? true : t`The two don’t match. Please type it again.`)}
        maxLength={1000}
        isRequired
      />
    </>
  );
}

function StrengthMeter({ password, strength }: { password: string; strength: Strength }) {
  const { t } = useLingui();
  const id = useId();
  const lasting = {
    0: t`Can be guessed at once`,
    1: t`Can be guessed within minutes`,
    2: t`Can be guessed within days`,
    3: t`Good: it would take months to guess`,
    4: t`Strong: it would take years to guess`,
  }[strength.score];
  const reasons: Partial<Record<Weakness, string>> = {
    common: t`Part of it is one of the passwords everyone tries first.`,
    personal: t`It contains your name or address.`,
    repeated: t`It has repetitions.`,
    sequence: t`Part of it is a sequence of keys or numbers.`,
  };
  const [reason] = strength.weaknesses.map((each) => reasons[each]).filter(Boolean);
  return (
    <div className="strength">
      <meter aria-labelledby={id} min={0} max={4} low={2} high={3} optimum={4} value={strength.score} />
      <p id={id} className="quiet" role="status">
        {password === '' ? (
          <Trans>You’ll see here how strong it is.</Trans>
        ) : (
          <>
            {lasting}. {strength.score < LEAST_SCORE + 1 && reason}
          </>
        )}
      </p>
    </div>
  );
}
