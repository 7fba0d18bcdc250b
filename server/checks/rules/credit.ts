import { short } from '../../../common/errors/short.ts';
import { found, type Rule } from '../rule.ts';

/** A credit of an invoice that never came. */
export const creditRule: Rule = {
  codes: ['credit.unknown'],
  needs: ['credited'],
  find: ({ creditInvoiceReference: number }, { isCreditedKnown }) =>
    number === undefined || isCreditedKnown !== false
      ? []
      : [found('credit.unknown', { number: short(number) }, 'creditInvoiceReference')],
};
