/** Every route of the API. */
import type { RouteDeclaration } from '../http/route.ts';
import { activityRoutes } from './activity/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { automationRoutes } from './automations/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { channelRoutes } from './channels/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { handoverRoutes } from './handover/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { inactivityRoutes } from './inactivity/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { siteRoutes } from './site/routes.ts';
import { successorRoutes } from './successors/routes.ts';
import { vaultRoutes } from './vault/routes.ts';

export const routes: readonly RouteDeclaration[] = [
  ...authRoutes,
  ...activityRoutes,
  ...inactivityRoutes,
  ...handoverRoutes,
  ...healthRoutes,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...automationRoutes,
  ...channelRoutes,
  ...successorRoutes,
  ...vaultRoutes,
  ...fileRoutes,
  ...adminRoutes,
  ...metricsRoutes,
  ...billingRoutes,
  ...siteRoutes,
  ...mailRoutes,
  ...docsRoutes(() => routes),
];
