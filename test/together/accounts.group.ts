import { playGroup } from './play.ts';

playGroup('accounts');
