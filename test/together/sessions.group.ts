import { playGroup } from './play.ts';

playGroup('sessions');
