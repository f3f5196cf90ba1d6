import { playGroup } from './play.ts';

playGroup('vault');
