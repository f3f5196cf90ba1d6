import { playGroup } from './play.ts';

playGroup('deploy');
