/** Every page: its path, who may see it, and where its code and words are. */
import { type ComponentType, type ReactNode, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import type { Area } from '../locales/areas.ts';
import { Confirmations } from '../session/confirmation.tsx';
import { useSession } from '../session/session.ts';
import { Loading } from '../ui/loading.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { OwnerFrame, VisitorFrame } from './frames.tsx';
import { loadCatalogues } from './language.ts';
import { LoadingBoundary } from './loading-boundary.tsx';
import { type LazyPart, part } from './part.tsx';

interface PageDeclaration {
  path: string;
  /** `keys` is the owner with an open vault; while it is locked, the password is asked for in place of the page. */
  who: 'anyone' | 'owner' | 'keys' | 'admin';
  page: LazyPart<object>;
}

/** A page with the words of its areas. */
const page = <Props extends object>(
  areas: Area | Area[],
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> =>
  part(async () => {
    const [module] = await Promise.all([load(), loadCatalogues([areas].flat())]);
    return module;
  });

const NotFound = part(() => import('./not-found.tsx'));
const Welcome = part(() => import('./welcome.tsx'));
const SitePage = page([], () => import('./site-page.tsx'));
const Unlock = page('session', () => import('../session/unlock.tsx'));

/** Every component in each state, in development and for tests. */
const GALLERY: readonly PageDeclaration[] =
  import.meta.env.MODE === 'production'
    ? []
    : [{ path: '/gallery', who: 'anyone', page: page([], () => import('../gallery/gallery.tsx')) }];

const PAGES: readonly PageDeclaration[] = [
  ...GALLERY,
  {
    path: '/successors',
    who: 'owner',
    page: page('successors', () => import('../successors/successors.tsx')),
  },
  {
    path: '/successors/invite',
    who: 'keys',
    page: page('successors', () => import('../successors/invite.tsx')),
  },
  {
    path: '/successors/new-sheets',
    who: 'keys',
    page: page('successors', () => import('../successors/new-sheets.tsx')),
  },
  {
    path: '/successors/who-gets-what',
    who: 'keys',
    page: page('successors', () => import('../successors/who-gets-what.tsx')),
  },
  {
    path: '/successors/:id/compare',
    who: 'keys',
    page: page('successors', () => import('../successors/compare.tsx')),
  },
  {
    path: '/successors/:id',
    who: 'keys',
    page: page('successors', () => import('../successors/person.tsx')),
  },
  { path: '/', who: 'owner', page: page('switch', () => import('../switch/home.tsx')) },
  {
    path: '/start',
    who: 'keys',
    page: page(['switch', 'successors', 'vault'], () => import('../switch/start.tsx')),
  },
  { path: '/switch', who: 'owner', page: page('switch', () => import('../switch/settings.tsx')) },
  { path: '/check-in', who: 'anyone', page: page('switch', () => import('../switch/check-in.tsx')) },
  { path: '/unlock', who: 'keys', page: page('session', () => import('../session/unlocked.tsx')) },
  { path: '/register', who: 'anyone', page: page('session', () => import('../session/register.tsx')) },
  {
    path: '/verify-email',
    who: 'anyone',
    page: page('session', () => import('../session/verify-email.tsx')),
  },
  {
    path: '/forgot-password',
    who: 'anyone',
    page: page('session', () => import('../session/forgot-password.tsx')),
  },
  {
    path: '/reset-password',
    who: 'anyone',
    page: page('session', () => import('../session/reset-password.tsx')),
  },
  {
    path: '/remove-second-factor',
    who: 'anyone',
    page: page('session', () => import('../session/remove-second-factor.tsx')),
  },
  { path: '/no-mail', who: 'anyone', page: page('session', () => import('../session/no-mail.tsx')) },
  { path: '/account', who: 'owner', page: page('account', () => import('../account/account.tsx')) },
  {
    path: '/account/address',
    who: 'keys',
    page: page('account', () => import('../account/change-address.tsx')),
  },
  {
    path: '/account/password',
    who: 'keys',
    page: page(['account', 'session'], () => import('../account/change-password.tsx')),
  },
  {
    path: '/account/recovery-code',
    who: 'keys',
    page: page(['account', 'session'], () => import('../account/new-recovery-code.tsx')),
  },
  {
    path: '/account/keys',
    who: 'keys',
    page: page(['account', 'successors'], () => import('../account/replace-keys.tsx')),
  },
  {
    path: '/account/two-factor',
    who: 'owner',
    page: page(['account', 'session'], () => import('../account/two-factor.tsx')),
  },
  {
    path: '/account/passkeys',
    who: 'keys',
    page: page(['account', 'session'], () => import('../account/passkeys.tsx')),
  },
  { path: '/account/ways', who: 'owner', page: page('account', () => import('../account/ways.tsx')) },
  {
    path: '/account/automations',
    who: 'owner',
    page: page('account', () => import('../account/automations.tsx')),
  },
  { path: '/account/sessions', who: 'owner', page: page('account', () => import('../account/sessions.tsx')) },
  { path: '/account/activity', who: 'owner', page: page('account', () => import('../account/activity.tsx')) },
  { path: '/account/plan', who: 'owner', page: page('account', () => import('../account/plan.tsx')) },
  {
    path: '/account/delete',
    who: 'owner',
    page: page('account', () => import('../account/delete-account.tsx')),
  },
  {
    path: '/account/deleted',
    who: 'anyone',
    page: page('account', () => import('../account/deleted.tsx')),
  },
  { path: '/vault/trash', who: 'keys', page: page(['vault', 'entries'], () => import('../vault/trash.tsx')) },
  {
    path: '/vault/import',
    who: 'keys',
    page: page(['vault', 'entries'], () => import('../vault/import-page.tsx')),
  },
  {
    path: '/vault/export',
    who: 'keys',
    page: page(['vault', 'entries'], () => import('../vault/export-page.tsx')),
  },
  {
    path: '/vault/record',
    who: 'keys',
    page: page(['vault', 'entries'], () => import('../vault/record/record-page.tsx')),
  },
  {
    path: '/vault/new/:kind',
    who: 'keys',
    page: page(['vault', 'entries'], () => import('../vault/new-entry.tsx')),
  },
  { path: '/vault/:id?', who: 'keys', page: page(['vault', 'entries'], () => import('../vault/page.tsx')) },
  { path: '/admin', who: 'admin', page: page('admin', () => import('../admin/dashboard.tsx')) },
  { path: '/admin/users', who: 'admin', page: page('admin', () => import('../admin/users.tsx')) },
  {
    path: '/admin/invitations',
    who: 'admin',
    page: page(['admin', 'account'], () => import('../admin/invitations.tsx')),
  },
  { path: '/privacy', who: 'anyone', page: SitePage },
  { path: '/terms', who: 'anyone', page: SitePage },
  { path: '/contact', who: 'anyone', page: SitePage },
  { path: '/help', who: 'anyone', page: SitePage },
  { path: '/log-in', who: 'anyone', page: page('session', () => import('../session/log-in.tsx')) },
  {
    path: '/successor',
    who: 'anyone',
    page: page('inheritance', () => import('../inheritance/kit-page.tsx')),
  },
  {
    path: '/access',
    who: 'anyone',
    page: page(['inheritance', 'entries'], () => import('../inheritance/access.tsx')),
  },
  { path: '/respond', who: 'anyone', page: page('inheritance', () => import('../inheritance/respond.tsx')) },
  {
    path: '/still-here',
    who: 'anyone',
    page: page('inheritance', () => import('../inheritance/still-here.tsx')),
  },
  {
    path: '/second-address',
    who: 'anyone',
    page: page('inheritance', () => import('../inheritance/second-address.tsx')),
  },
  { path: '/opt-out', who: 'anyone', page: page('inheritance', () => import('../inheritance/opt-out.tsx')) },
];

/** Loads a page that the build has rendered, so that nothing on it changes while React takes it over. */
export async function loadPage(path: string): Promise<void> {
  await PAGES.find((each) => each.path === path)?.page.load();
}

/** Lets the owner in, or sends them to the log-in and back. */
function ForOwner({ who, children }: { who: 'owner' | 'keys' | 'admin'; children: ReactNode }) {
  const session = useSession();
  const [path] = useLocation();
  const [isSettling, settle] = useState(false);
  if (session.state === 'checking') return <Loading />;
  if (session.state === 'out' && path === '/' && session.left === null) {
    return (
      <VisitorFrame>
        <LoadingBoundary>
          <Welcome />
        </LoadingBoundary>
      </VisitorFrame>
    );
  }
  if (session.state === 'out') {
    const back =
      path === '/' || session.left === 'logged out'
        ? ''
        : `?next=${encodeURIComponent(path + location.search)}`;
    return <Redirect to={`/log-in${back}`} replace />;
  }
  if (session.state === 'unreachable') {
    return (
      <VisitorFrame>
        <ProblemNotice error={session.error} onTryAgain={session.tryAgain} />
      </VisitorFrame>
    );
  }
  if (who === 'admin' && !session.user.isAdmin)
    return (
      <OwnerFrame>
        <LoadingBoundary>
          <NotFound />
        </LoadingBoundary>
      </OwnerFrame>
    );
  if (who === 'keys' && session.keys === 'checking') return <Loading />;
  const isLocked = session.keys === 'locked' || isSettling;
  return (
    <OwnerFrame>
      <LoadingBoundary>
        {who === 'keys' && isLocked ? <Unlock onSettling={settle} /> : children}
      </LoadingBoundary>
    </OwnerFrame>
  );
}

export function Pages() {
  return (
    <Confirmations>
      <Switch>
        {PAGES.map(({ path, who, page: Page }) => (
          <Route key={path} path={path}>
            {who === 'anyone' ? (
              <VisitorFrame>
                <LoadingBoundary>
                  <Page />
                </LoadingBoundary>
              </VisitorFrame>
            ) : (
              <ForOwner who={who}>
                <Page />
              </ForOwner>
            )}
          </Route>
        ))}
        <Route>
          <VisitorFrame>
            <LoadingBoundary>
              <NotFound />
            </LoadingBoundary>
          </VisitorFrame>
        </Route>
      </Switch>
    </Confirmations>
  );
}
