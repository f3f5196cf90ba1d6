/** The account at a glance, with links to all its settings. */
import { Trans, useLingui } from '@lingui/react/macro';
import {
  BellRing,
  ChevronRight,
  CreditCard,
  FileKey,
  Fingerprint,
  History,
  KeyRound,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  RotateCcwKey,
  ShieldCheck,
  Trash2,
  Workflow,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type User, useSession } from '../session/session.ts';
import { Card } from '../ui/card.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { AboutYou } from './about-you.tsx';
import './account.css';

interface WayProps {
  path: string;
  icon: LucideIcon;
  title: ReactNode;
  children: ReactNode;
}

const Way = ({ path, icon: Icon, title, children }: WayProps) => (
  <li>
    <Link href={path}>
      <Icon aria-hidden="true" size={22} />
      <span>
        <strong className="block">{title}</strong>
        <span className="quiet block">{children}</span>
      </span>
      <ChevronRight aria-hidden="true" size={20} />
    </Link>
  </li>
);

export default function Account() {
  const session = useSession();
  if (session.state !== 'in') return null;
  return (
    <>
      <PageTitle>
        <Trans>Your account</Trans>
      </PageTitle>
      <div className="stack">
        <AboutYou user={session.user} />
        <Ways user={session.user} />
      </div>
    </>
  );
}

function Ways({ user }: { user: User }) {
  const { t } = useLingui();
  const plans = { free: t`Free`, pro: t`Pro`, family: t`Family` };
  return (
    <>
      <Card title={<Trans>How you log in</Trans>}>
        <ul className="bare ruled ways">
          <Way path="/account/address" icon={Mail} title={<Trans>Email address</Trans>}>
            {user.email}
          </Way>
          <Way path="/account/password" icon={KeyRound} title={<Trans>Password</Trans>}>
            <Trans>You use it to log in and to open your vault.</Trans>
          </Way>
          <Way path="/account/two-factor" icon={ShieldCheck} title={<Trans>Two-factor authentication</Trans>}>
            {user.twoFactorEnabled ? (
              <Trans>On: you also need a code from your phone to log in.</Trans>
            ) : (
              <Trans>Off: you log in with your password alone.</Trans>
            )}
          </Way>
          <Way path="/account/passkeys" icon={Fingerprint} title={<Trans>Passkeys</Trans>}>
            <Trans>Log in with your fingerprint, your face or a PIN.</Trans>
          </Way>
          <Way path="/account/recovery-code" icon={FileKey} title={<Trans>Recovery code</Trans>}>
            <Trans>It opens your vault if you forget your password.</Trans>
          </Way>
          <Way path="/account/keys" icon={RotateCcwKey} title={<Trans>Keys</Trans>}>
            <Trans>Replace them if someone may have learned your password.</Trans>
          </Way>
        </ul>
      </Card>
      <Card title={<Trans>What happens here</Trans>}>
        <ul className="bare ruled ways">
          <Way path="/account/sessions" icon={MonitorSmartphone} title={<Trans>Devices</Trans>}>
            <Trans>Where you’re logged in, and how to log out.</Trans>
          </Way>
          <Way path="/account/ways" icon={BellRing} title={<Trans>Ways to reach you</Trans>}>
            <Trans>Where else we warn you, besides your mailbox.</Trans>
          </Way>
          <Way path="/account/automations" icon={Workflow} title={<Trans>Automations</Trans>}>
            <Trans>What may check in for you, or read how your switch is doing.</Trans>
          </Way>
          <Way path="/account/activity" icon={History} title={<Trans>Activity</Trans>}>
            <Trans>Everything that has happened, with the time and device.</Trans>
          </Way>
          <Way path="/account/plan" icon={CreditCard} title={<Trans>Plan</Trans>}>
            {plans[user.plan]}
          </Way>
          <Way path="/account/delete" icon={Trash2} title={<Trans>Delete the account</Trans>}>
            <Trans>With everything in it, for good.</Trans>
          </Way>
        </ul>
      </Card>
    </>
  );
}
