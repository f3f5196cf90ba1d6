/** Every route of the API. */
import type { RouteDeclaration } from '../route.ts';
import { activityRoutes } from './activity/routes.ts';
import { handoverRoutes } from './handover/routes.ts';
import { inactivityRoutes } from './inactivity/routes.ts';

export const routes: readonly RouteDeclaration[] = [
  ...activityRoutes,
  ...inactivityRoutes,
  ...handoverRoutes,
];
