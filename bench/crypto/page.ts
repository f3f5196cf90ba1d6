/** The program of the page: leaves what is measured where the bench finds it. */
import { measure } from './measure.ts';

Object.assign(globalThis, { measure });
