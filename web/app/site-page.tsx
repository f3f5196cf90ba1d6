/** A page of the operator: privacy, terms, contact, and help that can be searched. */
import { Trans, useLingui } from '@lingui/react/macro';
import Markdown from 'markdown-to-jsx';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { AS_VISITOR } from '../../client/api.ts';
import type { paths } from '../../docs/openapi.d.ts';
import { $api } from '../api/queries.ts';
import { normalise } from '../entries/normalise.ts';
import type { Language } from '../locales/areas.ts';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';

type SitePageName = paths['/site/text']['get']['parameters']['query']['page'];

/** HTML in the texts stays text: the policy of the page would refuse scripts, and nothing else is needed. */
const OPTIONS = { disableParsingRawHTML: true, forceBlock: true } as const;

/** The first heading, what comes before the second one, and a section for each further heading. */
function sectionsOf(text: string): { title: string; intro: string; sections: string[] } {
  const [head = '', ...sections] = text.split(/^(?=## )/m);
  const [, title = '', intro = ''] = /^# (.*)\n([\s\S]*)$/.exec(head) ?? [];
  return { title, intro, sections };
}

export default function SitePage() {
  const { i18n } = useLingui();
  const [path] = useLocation();
  const page = path.slice(1) as SitePageName;
  const language = i18n.locale as Language;
  const { data, error, refetch } = $api.useQuery('get', '/site/text', {
    params: { query: { page, language } },
    ...AS_VISITOR,
  });
  if (error) return <ProblemNotice error={error} onTryAgain={() => void refetch()} />;
  if (!data) return <Loading />;
  return <Sections key={page} isSearchable={page === 'help'} {...sectionsOf(data.text)} />;
}

interface SectionsProps extends ReturnType<typeof sectionsOf> {
  isSearchable: boolean;
}

function Sections({ title, intro, sections, isSearchable }: SectionsProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const wanted = normalise(typed).split(/\s+/).filter(Boolean);
  const found = sections.filter((section) => wanted.every((word) => normalise(section).includes(word)));
  return (
    <div className="prose">
      <PageTitle>{title}</PageTitle>
      {intro.trim() !== '' && <Markdown options={OPTIONS}>{intro}</Markdown>}
      {isSearchable && (
        <>
          <TextField
            label={t`Search the questions`}
            type="search"
            value={typed}
            onChange={setTyped}
            autoComplete="off"
          />
          <p role="status" className="quiet">
            {wanted.length > 0 && found.length === 0 && (
              <Trans>Nothing was found. Try another word, or ask the people who run this service.</Trans>
            )}
          </p>
        </>
      )}
      {found.map((section) => (
        <Markdown key={section} options={OPTIONS}>
          {section}
        </Markdown>
      ))}
    </div>
  );
}
