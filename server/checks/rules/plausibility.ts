import { currencies } from '../../../common/currencies.ts';
import { defaultZone, isWholeDay } from '../../../common/days.ts';
import { short } from '../../../common/errors/words.ts';
import { maskPersonal, wrongOrganization } from '../../../common/numbers/organization.ts';
import { wrongBankGiro, wrongOcr, wrongPostGiro } from '../numbers/giro.ts';
import { addCutTexts } from '../cut-texts.ts';
import { rawFinding, type Finding, type RawFinding, type Rule } from '../rule.ts';
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

const supplierPaths: Partial<Record<string, 'bankGiro' | 'postGiro' | 'organizationalNumber'>> = {
  supplierBankGiro: 'bankGiro',
  supplierPostGiro: 'postGiro',
  supplierOrganizationalNumber: 'organizationalNumber',
};

type SupplierNumbers = Partial<Record<'bankGiro' | 'postGiro' | 'organizationalNumber', string | null>>;

/** The findings of an invoice’s numbers, for those of a supplier. */
export function findingsOfNumbers({ bankGiro, postGiro, organizationalNumber }: SupplierNumbers): Finding[] {
  const numbers = {
    supplierBankGiro: bankGiro || undefined,
    supplierPostGiro: postGiro || undefined,
    supplierOrganizationalNumber: organizationalNumber || undefined,
  };
  return numbersRule.find({ lines: [], ...numbers }, { at: new Date(0) }, {}).map(({ path = '', ...finding }) => ({
    ...finding,
    severity: 'warning',
    path: supplierPaths[path] ?? path,
  }));
}

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

const dateFields = [
  ['invoiceDate', 'invoiceDay'],
  ['paymentDueDate', 'paymentDueDay'],
] as const;

export const datesRule: Rule = {
  codes: ['date.due', 'date.time'],
  needs: [],
  find: (invoice, { zone = defaultZone }) => {
    const all: RawFinding[] = [];
    const { invoiceDay: dated, paymentDueDay: due } = invoice;
    if (dated !== undefined && due !== undefined && due < dated)
      all.push(rawFinding('date.due', { due, dated }, 'paymentDueDate'));
    for (const [field, dayField] of dateFields) {
      const at = invoice[field];
      const understood = invoice[dayField];
      if (at === undefined || understood === undefined || isWholeDay(at, zone)) continue;
      all.push(rawFinding('date.time', { field, sent: new Date(at).toISOString(), understood }, field));
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

/** The same for another record than an invoice. */
export const findingsOfTexts = (fields: object, used: Readonly<Record<string, number>>): Finding[] => {
  const cutTexts = addCutTexts(undefined, { ...fields }, used);
  return textsRule
    .find({ lines: [], cutTexts }, { at: new Date(0) }, {})
    .map((found) => ({ ...found, severity: 'info' }));
};

export const textsRule: Rule = {
  codes: ['text.cut'],
  needs: [],
  find: ({ cutTexts }) => {
    if (cutTexts === undefined) return [];
    const { path, ...counts } = cutTexts;
    return [rawFinding('text.cut', { field: path, ...counts }, path)];
  },
};

export const currencyRule: Rule = {
  codes: ['currency.unknown'],
  needs: [],
  find: ({ currency }) =>
    currency === undefined || currencies.has(currency)
      ? []
      : [rawFinding('currency.unknown', { currency: short(currency) }, 'currency')],
};
