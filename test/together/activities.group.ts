import { playGroup } from './play.ts';

playGroup('activities');
