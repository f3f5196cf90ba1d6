/** The page's program: makes the measurement callable from outside. */
import { measure } from './measure.ts';

Object.assign(globalThis, { measure });
