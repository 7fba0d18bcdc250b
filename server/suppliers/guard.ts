import type { FieldChange } from './changes-store.ts';
import type { SupplierEntry, SupplierField } from './shape.ts';
import { plainText } from '../../common/numbers/digits.ts';
import { wrongBankGiro, wrongPostGiro } from '../checks/numbers/giro.ts';
import { differentCountries, wrongBic, wrongIban } from '../checks/numbers/iban.ts';
import { wrongOrganization } from '../../common/numbers/organization.ts';
import { problemAt, type Problem } from '../../common/errors/catalogue.ts';

type Guard = (path: string, to: string) => Problem | undefined;

const guards: Partial<Record<SupplierField, Guard>> = {
  organizationalNumber: (path, to) => {
    const why = wrongOrganization(to);
    return why && problemAt(path, 'organization.wrong', { why });
  },
  bankGiro: (path, to) => {
    const why = wrongBankGiro(to);
    return why && problemAt(path, 'bankgiro.wrong', { why });
  },
  postGiro: (path, to) => {
    const why = wrongPostGiro(to);
    return why && problemAt(path, 'postgiro.wrong', { why });
  },
  iban: (path, to) => {
    const why = wrongIban(to);
    return why && problemAt(path, 'iban.wrong', { why });
  },
  bicSwift: (path, to) => {
    const why = wrongBic(to);
    return why && problemAt(path, 'bic.wrong', { why });
  },
};

/**
 * What is wrong with the numbers that an operator writes into a record. Only what is changed is looked at: a wrong number that
 * stands there already must not keep anybody from changing the telephone number.
 */
export function problemsOfChanges(after: SupplierEntry, changes: readonly FieldChange[]): Problem[] {
  const problems = changes.flatMap(({ field, to }) =>
    to === '' ? [] : (guards[field]?.(field, asciiDigitsOnly(to)) ?? []),
  );
  return problems.length > 0 ? problems : problemsOfPair(after, changes);
}

/** Digits of other scripts are understood on invoices. A record has ASCII digits, since payments are made from it: others are wrong characters. */
const asciiDigitsOnly = (text: string) =>
  text.replaceAll(/[^ -~]/gu, (character) => (/\d/.test(plainText(character)) ? '?' : character));

/** An IBAN and a BIC of different countries are not those of one account. */
function problemsOfPair({ iban, bicSwift }: SupplierEntry, changes: readonly FieldChange[]): Problem[] {
  const changed = (['bicSwift', 'iban'] as const).find((of) => changes.some(({ field }) => field === of));
  if (changed === undefined || wrongIban(iban) !== undefined || wrongBic(bicSwift) !== undefined) return [];
  const countries = differentCountries(iban, bicSwift);
  return countries === undefined ? [] : [problemAt(changed, 'bic.country', countries)];
}
