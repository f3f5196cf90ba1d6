import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../ui/button.tsx';
import { STARTERS, type StarterName } from './starters.ts';

/** What else might go into a vault. */
export function Ideas() {
  const { i18n } = useLingui();
  return (
    <details className="ideas">
      <summary>
        <Trans>Ideas for your vault</Trans>
      </summary>
      <div className="row">
        {(Object.keys(STARTERS) as StarterName[]).map((name) => (
          <ButtonLink
            key={name}
            look="second"
            size="small"
            href={`/vault/new/${STARTERS[name].kind}?starter=${name}`}
          >
            {i18n._(STARTERS[name].title)}
          </ButtonLink>
        ))}
      </div>
    </details>
  );
}
