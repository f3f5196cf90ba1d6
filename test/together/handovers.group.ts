import { playGroup } from './play.ts';

playGroup('handovers');
