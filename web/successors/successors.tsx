import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { TwoHouses } from '../pictures/two-houses.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { DepartedNotice } from './departed-notice.tsx';
import { ListDifferences } from './list-differences.tsx';
import { type People, usePeople } from './succession.ts';
import { SuccessorCard } from './successor-card.tsx';
import './successors.css';

function NoSuccessorsCard() {
  return (
    <Card title={<Trans>You haven’t named anyone yet</Trans>} look="wash">
      <TwoHouses />
      <p>
        <Trans>
          A successor is someone who gets what you leave to them if you stop checking in: your partner, a
          child, a friend. They don’t need an account, only an email address, and a printer or pen and paper.
        </Trans>
      </p>
      <p>
        <Trans>Until you name someone, your switch is off, and nobody gets anything.</Trans>
      </p>
      <ButtonLink href="/successors/invite">
        <Trans>Invite a successor</Trans>
      </ButtonLink>
    </Card>
  );
}

function HowMany({ people = [], succession }: People) {
  const able = people.filter(({ successor }) => successor.encryptedShare !== null).length;
  const threshold = succession?.threshold;
  if (!threshold || able === 0) return null;
  return (
    <p>
      {able === 1 ? (
        <Trans>Your successor must accept before anything is opened.</Trans>
      ) : (
        <Trans>
          {threshold} of your{' '}
          <Plural value={able} one="# successor who is ready" other="# successors who are ready" /> must
          accept before anything is opened.
        </Trans>
      )}
    </p>
  );
}

export default function Successors() {
  const { t } = useLingui();
  const all = usePeople();
  const { people, succession, error, readAgain } = all;
  return (
    <>
      <PageTitle>{t`Successors`}</PageTitle>
      <p className="lead">
        <Trans>Who gets what you leave, and what’s still to be done.</Trans>
      </p>
      <ProblemNotice error={error} onTryAgain={readAgain} />
      {succession && <DepartedNotice succession={succession} people={people ?? []} />}
      {succession && <ListDifferences />}
      {!people && !error && <Loading />}
      {people?.length === 0 && <NoSuccessorsCard />}
      {people && people.length > 0 && (
        <>
          <HowMany {...all} />
          <div className="row actions">
            <ButtonLink href="/successors/who-gets-what" look="second">
              <Trans>Who gets what</Trans>
            </ButtonLink>
            <ButtonLink href="/successors/invite" look="second">
              <Trans>Invite a successor</Trans>
            </ButtonLink>
          </div>
          <ul className="bare people">
            {people.map((person) => (
              <li key={person.successor.id}>
                <SuccessorCard {...person} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
