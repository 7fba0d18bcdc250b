import type { ErrorCode } from '../../common/errors/catalogue.ts';
import { decisionErrors } from '../../common/errors/notices.ts';
import { operatorErrors } from '../../common/errors/operator-errors.ts';
import { partnerErrors } from '../../common/errors/partner-errors.ts';

export const partnerErrorCodes = Object.keys(partnerErrors) as ErrorCode[];

export const operatorErrorCodes = Object.keys({ ...operatorErrors, ...decisionErrors }) as ErrorCode[];
