import { findingCodes } from '../../common/errors/findings.ts';
import type { Settings } from '../checks/settings.ts';

/** Settings for companies of tests, whose invoices have only the fields that the test is about. */
export const missingOff: Settings = Object.fromEntries(
  findingCodes.filter((code) => code.startsWith('missing.')).map((code) => [code, 'off']),
);
