import { playGroup } from './play.ts';

playGroup('scripts');
