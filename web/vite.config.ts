/** Builds the web app into `dist`, and serves it during development. */
import { copyFileSync } from 'node:fs';
import { lingui } from '@lingui/vite-plugin';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compress } from './build/compress.ts';
import { listHashes } from './build/list-hashes.ts';
import { prerender } from './build/prerender.ts';

/** The API tells pages from mistyped addresses by this list. */
const shipPaths = (): Plugin => ({
  name: 'ship-paths',
  writeBundle: ({ dir }) => copyFileSync(new URL('paths.json', import.meta.url), `${dir}/paths.json`),
});

/** React Aria empties its announcer with `innerHTML = ''`, which Trusted Types forbid. */
const withoutInnerHtml = (): Plugin => ({
  name: 'without-inner-html',
  transform: {
    filter: { id: /node_modules\/.*react-aria/, code: /\.innerHTML = ['"]{2}/ },
    handler: (code) => ({ code: code.replaceAll(/\.innerHTML = (''|"")/g, '.replaceChildren()'), map: null }),
  },
});

/** No browser may end a line after the hyphen of „E-Mail“. */
const unbrokenWords = (): Plugin => ({
  name: 'unbroken-words',
  transform: {
    filter: { id: /\/de\.po$/ },
    handler: (code) => ({ code: code.replaceAll('E-Mail', 'E\u2011Mail'), map: null }),
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    withoutInnerHtml(),
    optimizeLocales.vite({ locales: ['en-GB', 'en-US', 'de-DE'] }),
    react(),
    lingui({ macroTransform: true, configPath: `${import.meta.dirname}/lingui.config.ts` }),
    unbrokenWords(),
    shipPaths(),
    prerender(),
    listHashes(),
    compress(),
  ],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // A data: URL would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The start would otherwise be two dozen files, which compress worse than one.
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
      // Pages need the names of the errors of crypto/, but not the code that the worker runs.
      treeshake: { moduleSideEffects: [{ test: /\/crypto\/[\w/-]+\.ts$/, sideEffects: false }] },
    },
    reportCompressedSize: false,
  },
});
