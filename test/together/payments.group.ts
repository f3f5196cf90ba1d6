import { playGroup } from './play.ts';

playGroup('payments');
