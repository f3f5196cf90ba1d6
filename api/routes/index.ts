/** Every route of the API. */
import type { RouteDeclaration } from '../route.ts';
import { activityRoutes } from './activity/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { handoverRoutes } from './handover/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { inactivityRoutes } from './inactivity/routes.ts';
import { successorRoutes } from './successors/routes.ts';
import { vaultRoutes } from './vault/routes.ts';

export const routes: readonly RouteDeclaration[] = [
  ...authRoutes,
  ...activityRoutes,
  ...inactivityRoutes,
  ...handoverRoutes,
  ...healthRoutes,
  ...successorRoutes,
  ...vaultRoutes,
];
