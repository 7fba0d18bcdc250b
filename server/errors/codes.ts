import type { ErrorCode } from './catalogue.ts';
import { operatorErrors } from './operator-errors.ts';
import { partnerErrors } from './partner-errors.ts';

/** What a partner's call can be answered with, in the header Doorway-Error. The partner guide says what each means. */
export const partnerErrorCodes = Object.keys(partnerErrors) as ErrorCode[];

/** What an operator's call can be answered with besides. */
export const operatorErrorCodes = Object.keys(operatorErrors) as ErrorCode[];
