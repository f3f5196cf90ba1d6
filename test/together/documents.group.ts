import { playGroup } from './play.ts';

playGroup('documents');
