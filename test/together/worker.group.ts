import { playGroup } from './play.ts';

playGroup('worker');
