import { currencies } from '../../../common/currencies.ts';
import { short } from '../../../common/errors/short.ts';
import { maskPersonal, wrongOrganization } from '../../../common/numbers/organization.ts';
import { dayOf, isMidnight } from '../dates.ts';
import { wrongBankGiro, wrongOcr, wrongPostGiro } from '../numbers/giro.ts';
import { rawFinding, type RawFinding, type Rule } from '../rule.ts';
import { explainSums, findingsBeyond } from '../sums/explain.ts';
import { limitOf } from '../limits.ts';

export const sumsRule: Rule = {
  codes: ['sum.line', 'sum.total', 'sum.vat'],
  needs: [],
  find: (invoice, _context, limits) => findingsBeyond(explainSums(invoice), limitOf(limits, 'sumToleranceMinorUnits')),
};

const numbers = [
  { code: 'number.bankgiro', path: 'supplierBankGiro', wrong: wrongBankGiro },
  { code: 'number.postgiro', path: 'supplierPostGiro', wrong: wrongPostGiro },
  { code: 'number.organization', path: 'supplierOrganizationalNumber', wrong: wrongOrganization, shown: maskPersonal },
  { code: 'number.ocr', path: 'paymentReferenceOCR', wrong: wrongOcr },
] as const;

export const numbersRule: Rule = {
  codes: numbers.map(({ code }) => code),
  needs: [],
  find: (invoice) => {
    const all: RawFinding[] = [];
    for (const number of numbers) {
      const value = invoice[number.path];
      const why = value === undefined ? undefined : number.wrong(value);
      if (value === undefined || why === undefined) continue;
      const shown = 'shown' in number ? number.shown(value) : value;
      all.push(rawFinding(number.code, { value: short(shown), why }, number.path));
    }
    return all;
  },
};

const dateFields = ['invoiceDate', 'paymentDueDate'] as const;

export const datesRule: Rule = {
  codes: ['date.due', 'date.time'],
  needs: [],
  find: (invoice) => {
    const all: RawFinding[] = [];
    const { invoiceDate, paymentDueDate } = invoice;
    // A later time is never on an earlier day in Stockholm, so most invoices skip the comparison of days.
    if (invoiceDate !== undefined && paymentDueDate !== undefined && paymentDueDate < invoiceDate) {
      const days = { due: dayOf(paymentDueDate), dated: dayOf(invoiceDate) };
      if (days.due < days.dated) all.push(rawFinding('date.due', days, 'paymentDueDate'));
    }
    for (const field of dateFields) {
      const at = invoice[field];
      if (at === undefined || isMidnight(at)) continue;
      all.push(rawFinding('date.time', { field, sent: new Date(at).toISOString(), understood: dayOf(at) }, field));
    }
    return all;
  },
};

export const creditRule: Rule = {
  codes: ['credit.unknown'],
  needs: ['credited'],
  find: ({ creditInvoiceReference: number }, { isCreditedKnown }) =>
    number === undefined || isCreditedKnown !== false
      ? []
      : [rawFinding('credit.unknown', { number: short(number) }, 'creditInvoiceReference')],
};

export const currencyRule: Rule = {
  codes: ['currency.unknown'],
  needs: [],
  find: ({ currency }) =>
    currency === undefined || currencies.has(currency)
      ? []
      : [rawFinding('currency.unknown', { currency: short(currency) }, 'currency')],
};
