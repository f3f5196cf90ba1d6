import { playGroup } from './play.ts';

playGroup('lives');
