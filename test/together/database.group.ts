import { playGroup } from './play.ts';

playGroup('database');
