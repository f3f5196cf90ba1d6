import { playGroup } from './play.ts';

playGroup('people');
