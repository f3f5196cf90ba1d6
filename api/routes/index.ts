/** Every route of the API. */
import type { RouteDeclaration } from '../route.ts';
import { activityRoutes } from './activity/routes.ts';

export const routes: readonly RouteDeclaration[] = [...activityRoutes];
