import { Trans, useLingui } from '@lingui/react/macro';
import { Moment } from '../ui/moment.tsx';
import { useMarkWords } from './mark-words.ts';
import type { Mark, Picture } from './picture.ts';
import './switch.css';

interface TimelineProps {
  picture: Picture;
  /** Whether it shows settings that are not saved yet. */
  isPreview?: boolean;
}

/** The switch at a glance: a line with what lies behind and ahead, and the same as a list to read. */
export function Timeline({ picture, isPreview = false }: TimelineProps) {
  const { t } = useLingui();
  const { marks, now } = picture;
  const nextIndex = marks.findIndex(({ state }) => state !== 'past');
  return (
    <div className="timeline">
      <div className="line" aria-hidden="true">
        <span className="done" style={{ inlineSize: `${now.place * 100}%` }} />
        {marks.map((mark) => (
          <span
            key={`${mark.kind}-${mark.at}-${mark.n ?? 0}`}
            className={`mark ${mark.kind} ${mark.state}`}
            style={{ insetInlineStart: `${mark.place * 100}%` }}
          />
        ))}
        <span className="here" style={{ insetInlineStart: `${now.place * 100}%` }} />
      </div>
      <ol
        className="bare"
        aria-label={
          isPreview
            ? t`What happens with these settings if we don’t hear from you`
            : t`What happens if we don’t hear from you`
        }
      >
        {marks.map((mark, index) => (
          <Step key={`${mark.kind}-${mark.at}-${mark.n ?? 0}`} mark={mark} isAfterNow={index === nextIndex} />
        ))}
      </ol>
    </div>
  );
}

function Step({ mark, isAfterNow }: { mark: Mark; isAfterNow: boolean }) {
  const words = useMarkWords();
  const { kind, state, at, wasAt } = mark;
  return (
    <>
      {isAfterNow && (
        <li className="now">
          <strong>
            <Trans>You are here</Trans>
          </strong>
        </li>
      )}
      <li className={`${kind} ${state}`}>
        <span className="when">
          <Moment at={new Date(at).toISOString()} as="short moment" />
        </span>
        <span className="what">{words(mark)}</span>
        {wasAt !== undefined && (
          <span className="badge warn">
            {wasAt === null ? (
              <Trans>New</Trans>
            ) : (
              <Trans>
                Previously: <Moment at={new Date(wasAt).toISOString()} as="short moment" />
              </Trans>
            )}
          </span>
        )}
      </li>
    </>
  );
}
