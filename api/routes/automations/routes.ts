/** Automations: programs and devices with a token that can check in for the owner, or read the state of the switch. */
import { tagged } from '../../http/route.ts';
import { readCalendar } from './calendar.ts';
import { add, list, revoke } from './manage.ts';
import { checkIn, readStatus } from './use.ts';

export const automationRoutes = tagged('Automations', [list, add, revoke, checkIn, readStatus, readCalendar]);
