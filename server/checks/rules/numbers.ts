import { short } from '../../../common/errors/short.ts';
import { wrongBankGiro, wrongPostGiro } from '../numbers/giro.ts';
import { wrongOcr } from '../numbers/ocr.ts';
import { maskPersonal, wrongOrganization } from '../../../common/numbers/organization.ts';
import { found, type Found, type Rule } from '../rule.ts';

const numbers = [
  { code: 'number.bankgiro', path: 'supplierBankGiro', wrong: wrongBankGiro },
  { code: 'number.postgiro', path: 'supplierPostGiro', wrong: wrongPostGiro },
  { code: 'number.organization', path: 'supplierOrganizationalNumber', wrong: wrongOrganization, shown: maskPersonal },
  { code: 'number.ocr', path: 'paymentReferenceOCR', wrong: wrongOcr },
] as const;

/** Numbers that cannot be right, whoever they belong to. */
export const numbersRule: Rule = {
  codes: numbers.map(({ code }) => code),
  needs: [],
  find: (invoice) => {
    const all: Found[] = [];
    for (const number of numbers) {
      const value = invoice[number.path];
      const why = value === undefined ? undefined : number.wrong(value);
      if (value === undefined || why === undefined) continue;
      const shown = 'shown' in number ? number.shown(value) : value;
      all.push(found(number.code, { value: short(shown), why }, number.path));
    }
    return all;
  },
};
