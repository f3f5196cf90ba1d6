import { playGroup } from './play.ts';

playGroup('workflows');
