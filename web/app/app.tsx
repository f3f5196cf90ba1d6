/** The root of the web app. */
import { i18n } from '@lingui/core';
import { useLingui, I18nProvider as Words } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { I18nProvider as Region, RouterProvider } from 'react-aria-components';
import { useLocation } from 'wouter';
import { queries } from '../api/queries.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { regionOf } from './language.ts';
import { Pages } from './pages.tsx';

/** React Aria's links go through our router, so that the keys and the live connection are kept. */
function Routed({ children }: { children: ReactNode }) {
  const [, navigate] = useLocation();
  return <RouterProvider navigate={(path) => navigate(path)}>{children}</RouterProvider>;
}

function InRegion({ children }: { children: ReactNode }) {
  const { i18n: words } = useLingui();
  return <Region locale={regionOf(words.locale)}>{children}</Region>;
}

export function App() {
  return (
    <Words i18n={i18n}>
      <InRegion>
        <QueryClientProvider client={queries}>
          <Routed>
            <ErrorBoundary>
              <Pages />
            </ErrorBoundary>
          </Routed>
        </QueryClientProvider>
      </InRegion>
    </Words>
  );
}
