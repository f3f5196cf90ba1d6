/** The frames around a page: plain for visitors, with navigation for owners. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Home, KeyRound, LockKeyhole, LogOut, Settings, ShieldCheck, Users } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useLogOut } from '../session/log-out.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { isAnythingUnsaved } from '../ui/use-warning.ts';
import { FrameNotices, HoldingFiles } from './frame-notices.tsx';
import { adoptReaderLanguage } from './language.ts';
import { LanguageChoice } from './language-choice.tsx';
import { part } from './part.tsx';

const LogOutDialog = part(() => import('./log-out-dialog.tsx'));

function Masthead({ children }: { children?: ReactNode }) {
  return (
    <header className="masthead">
      <Link href="/" className="brand">
        Vault Handover
      </Link>
      {children}
    </header>
  );
}

function Footer() {
  const { t } = useLingui();
  return (
    <footer className="page-footer">
      <p>
        <Trans>Everything in a vault is encrypted before it reaches us. We can’t read it.</Trans>
      </p>
      <nav className="site-links" aria-label={t`About this service`}>
        <Link href="/help">
          <Trans>Help</Trans>
        </Link>
        <Link href="/privacy">
          <Trans>Privacy</Trans>
        </Link>
        <Link href="/terms">
          <Trans>Terms</Trans>
        </Link>
        <Link href="/contact">
          <Trans>Contact</Trans>
        </Link>
      </nav>
      <LanguageChoice />
    </footer>
  );
}

/** For pages that need no account. */
export const VisitorFrame = ({ children }: { children: ReactNode }) => (
  <div className="visitor">
    <Masthead />
    <div role="status" className="frame-notices">
      <HoldingFiles />
    </div>
    <main className="sheet">{children}</main>
    <Footer />
  </div>
);

function Navigation() {
  const { t } = useLingui();
  const [path] = useLocation();
  const session = useSession();
  const places = [
    { path: '/', label: t`Home`, icon: Home },
    { path: '/vault', label: t`Vault`, icon: KeyRound },
    { path: '/successors', label: t`Successors`, icon: Users },
    { path: '/account', label: t`Account`, icon: Settings },
    ...(session.state === 'in' && session.user.isAdmin
      ? [{ path: '/admin', label: t`Admin`, icon: ShieldCheck }]
      : []),
  ];
  const isHere = (place: string) => (place === '/' ? path === '/' : path.startsWith(place));
  return (
    <nav className="places" aria-label={t`Main`}>
      {places.map(({ path: place, label, icon: Icon }) => (
        <Link key={place} href={place} aria-current={isHere(place) ? 'page' : undefined}>
          <Icon aria-hidden="true" size={20} />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}

/** For owners: with the navigation and the way to log out. */
export function OwnerFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const session = useSession();
  const { logOut, lock, error } = useLogOut();
  const [isAsking, ask] = useState(false);
  const { run: leave, error: notAsked } = useTask(async () => {
    if (!(await isAnythingUnsaved())) return logOut();
    await LogOutDialog.load();
    ask(true);
  });
  const language = session.state === 'in' ? session.user.language : undefined;
  useEffect(() => void adoptReaderLanguage(language), [language]);
  return (
    <div className="owner">
      <a className="skip" href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      <Masthead>
        <div className="leave">
          {session.state === 'in' && session.keys === 'open' && (
            <Button look="quiet" size="small" onPress={lock} aria-label={t`Lock the vault`}>
              <LockKeyhole aria-hidden="true" size={18} />
              <span>
                <Trans>Lock</Trans>
              </span>
            </Button>
          )}
          <Button look="quiet" size="small" onPress={leave} aria-label={t`Log out`}>
            <LogOut aria-hidden="true" size={18} />
            <span>
              <Trans>Log out</Trans>
            </span>
          </Button>
        </div>
      </Masthead>
      <Navigation />
      <FrameNotices />
      <main id="main" tabIndex={-1}>
        <ProblemNotice error={error ?? notAsked} onTryAgain={leave} />
        {children}
      </main>
      {isAsking && <LogOutDialog work={() => logOut().then(() => ask(false))} onClosed={() => ask(false)} />}
      <Footer />
    </div>
  );
}
