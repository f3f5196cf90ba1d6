import { playGroup } from './play.ts';

playGroup('successors');
