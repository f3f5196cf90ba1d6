import { playGroup } from './play.ts';

playGroup('live');
