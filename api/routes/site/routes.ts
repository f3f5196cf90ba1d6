/** Routes that name the operator of this service and return the pages they wrote about it. */
import { z } from 'zod';
import { route, tagged } from '../../http/route.ts';
import { extensibleEnum, language } from '../../http/schemas.ts';
import { hashOf } from '../../http/static-file.ts';
import { SITE_PAGES } from './texts.ts';

const Site = z.strictObject({
  operator: z.string().nullable().describe('Who runs this service; null if they have not said so.'),
  place: z.string().nullable().describe('Where they are.'),
  contact: z.string().nullable().describe('How to reach them: an email address or a web page.'),
  registration: extensibleEnum(['open', 'invited', 'closed']).describe(
    'Who may open an account: anyone, those with an invitation, or nobody.',
  ),
});

const SiteText = z.strictObject({ text: z.string().describe('The page, in Markdown (CommonMark).') });

const about = route('GET /site', {
  name: 'getSite',
  summary: 'Get the operator of this service, and who may open an account',
  access: 'public',
  responses: { 200: Site },
  ownTransactions: true,
  async handler({ deps: { config } }) {
    const { SITE_OPERATOR, SITE_PLACE, SITE_CONTACT, REGISTRATION: registration } = config;
    return {
      body: {
        operator: SITE_OPERATOR || null,
        place: SITE_PLACE || null,
        contact: SITE_CONTACT || null,
        registration,
      },
    };
  },
});

const read = route('GET /site/text', {
  name: 'getSiteText',
  summary: 'Get a page of the operator: privacy, terms, contact or help',
  access: 'public',
  query: z.strictObject({
    page: z.enum(SITE_PAGES).describe('Which page.'),
    language: language.default('en').describe('The language of the text.'),
  }),
  responses: { 200: SiteText },
  ownTransactions: true,
  async handler({ query, deps, ctx }) {
    const text = await deps.siteText(query.page, query.language);
    ctx.set('Cache-Control', 'no-cache');
    return { etag: `"${hashOf(Buffer.from(text))}"`, body: { text } };
  },
});

export const siteRoutes = tagged('Documentation', [about, read]);
