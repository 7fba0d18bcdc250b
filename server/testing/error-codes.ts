import type { ErrorCode } from '../../common/errors/catalogue.ts';
import { operatorErrors } from '../../common/errors/operator-errors.ts';
import { partnerErrors } from '../../common/errors/partner-errors.ts';

/** Codes that a partner's call is answered with, in the header Doorway-Error. */
export const partnerErrorCodes = Object.keys(partnerErrors) as ErrorCode[];

/** Codes that only an operator's call is answered with. */
export const operatorErrorCodes = Object.keys(operatorErrors) as ErrorCode[];
