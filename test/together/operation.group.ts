import { playGroup } from './play.ts';

playGroup('operation');
