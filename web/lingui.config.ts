/** Where the words of the web app are kept. `npm run words` collects them from the sources. */
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { AREAS, LANGUAGES } from './locales/areas.ts';

export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: LANGUAGES[0],
  locales: [...LANGUAGES],
  catalogs: Object.entries(AREAS).map(([area, folders]) => ({
    path: `<rootDir>/locales/${area}/{locale}`,
    include: folders.map((folder) => `<rootDir>/${folder}`),
  })),
  // Files and lines would change with every commit.
  format: formatter({ origins: false }),
  orderBy: 'messageId',
});
