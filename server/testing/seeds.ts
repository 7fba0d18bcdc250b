import fc from 'fast-check';
import { isLongRun } from './long.ts';

/** A usual run tries the same values every time. A long run tries others, and a failure prints its seed. */
if (!isLongRun) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20261118 });
