/** Every component of web/ui and web/pictures in each state. It is left out of the production build. */
import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { Problem } from '../../client/problem.ts';
import type { Language } from '../locales/areas.ts';
import { DoorAjar } from '../pictures/door-ajar.tsx';
import { LampAndLetter } from '../pictures/lamp-and-letter.tsx';
import { Letterbox } from '../pictures/letterbox.tsx';
import { LettersOnTable } from '../pictures/letters-on-table.tsx';
import { MorningWindow } from '../pictures/morning-window.tsx';
import { OpenBox } from '../pictures/open-box.tsx';
import { OpenNotebook } from '../pictures/open-notebook.tsx';
import { SealedLetter } from '../pictures/sealed-letter.tsx';
import { TwoHouses } from '../pictures/two-houses.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Progress } from '../ui/loading.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { Fields } from './fields.tsx';
import { SAMPLES, type Sample } from './samples.ts';

const LOOKS = ['main', 'second', 'quiet', 'danger'] as const;
const SIZES = ['small', 'normal', 'big'] as const;
const MOMENTS = ['day', 'short day', 'moment', 'short moment'] as const;
const PICTURES = [
  LettersOnTable,
  OpenBox,
  TwoHouses,
  OpenNotebook,
  Letterbox,
  SealedLetter,
  MorningWindow,
  DoorAjar,
  LampAndLetter,
] as const;
const BADGES = ['', 'good', 'warn', 'alarm'] as const;

const Buttons = ({ word, long }: Sample) => (
  <div className="stack">
    {LOOKS.map((look) => (
      <div className="row" key={look}>
        {SIZES.map((size) => (
          <Button key={size} look={look} size={size}>
            {word}
          </Button>
        ))}
        <Button look={look} isDisabled>
          {word}
        </Button>
        <Button look={look} isPending>
          {word}
        </Button>
      </div>
    ))}
    <Button>{long}</Button>
    <ButtonLink href="/gallery" look="second">
      {long}
    </ButtonLink>
  </div>
);

function Notices({ word, sentence }: Sample) {
  return (
    <>
      <Notice title={word}>{sentence}</Notice>
      <Notice look="good">{sentence}</Notice>
      <Notice look="problem" title={word} announced>
        {sentence}
      </Notice>
      <ProblemNotice error={new Problem({ code: 'unreachable', status: 0 })} onTryAgain={() => {}} />
    </>
  );
}

function Above({ word, long, sentence }: Sample) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button look="second" onPress={() => open(true)}>
        {long}
      </Button>
      <Dialog title={word} isOpen={isOpen} onOpenChange={open}>
        <p>{sentence}</p>
        <div className="actions">
          <Button look="danger" onPress={() => open(false)}>
            {long}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

export default function Gallery() {
  const { i18n } = useLingui();
  const sample = SAMPLES[i18n.locale as Language];
  const { title, word, long, sentence } = sample;
  return (
    <div className="stack">
      <PageTitle>{title}</PageTitle>
      <p className="lead">{sentence}</p>
      <Card title="Button">
        <Buttons {...sample} />
      </Card>
      <Card title="Field" look="wash">
        <Fields {...sample} />
      </Card>
      <Card title="Notice" aside={<span className="badge good">{word}</span>}>
        <Notices {...sample} />
      </Card>
      <Card title="Badge" look="alarm">
        <p className="row">
          {BADGES.map((look) => (
            <span key={look} className={`badge ${look}`}>
              {word}
            </span>
          ))}
        </p>
      </Card>
      <Card title="Moment">
        <dl className="facts">
          {MOMENTS.map((as) => [
            <dt key={`${as} name`}>{long}</dt>,
            <dd key={as}>
              <Moment at="2026-11-21T14:05:00.000Z" as={as} />
            </dd>,
          ])}
        </dl>
      </Card>
      <Card title="Progress">
        <Progress label={long} done={30} total={80} />
        <Loading />
      </Card>
      <Card title="QR">
        <QrCode text="VAULT-KIT:0000-1111" label={long} />
      </Card>
      <Card title="Dialog">
        <Above {...sample} />
      </Card>
      <Card title="Picture">
        {PICTURES.map((Drawing) => (
          <Drawing key={Drawing.name} />
        ))}
      </Card>
    </div>
  );
}
