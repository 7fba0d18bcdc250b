import type { SupplierEntry, SupplierField } from './shape.ts';
import { nameKey } from '../checks/names.ts';
import { giroKey } from '../checks/numbers/giro.ts';
import { bicKey, ibanKey } from '../checks/numbers/iban.ts';
import { organizationKey } from '../../common/numbers/organization.ts';

/** Fields that identify the payee, each with its normal form for comparison. */
const keys = {
  name: nameKey,
  organizationalNumber: organizationKey,
  bankGiro: giroKey,
  postGiro: giroKey,
  iban: ibanKey,
  bicSwift: bicKey,
} satisfies Partial<Record<SupplierField, (text: string) => string>>;

type PayeeField = keyof typeof keys;
export type Payee = Pick<SupplierEntry, PayeeField>;

export const payeeFields = Object.keys(keys) as PayeeField[];
/** Each of these identifies an account alone; a BIC does not. */
export const accounts = ['bankGiro', 'postGiro', 'iban'] as const;
const accountFields = [...accounts, 'bicSwift'] as const;

const differs = (before: Payee, after: Payee) => (field: PayeeField) =>
  keys[field](before[field]) !== keys[field](after[field]);

/** The same number in another form is no change. */
export const isPayeeChange = (field: SupplierField, before: string, after: string): boolean =>
  field in keys && keys[field as PayeeField](before) !== keys[field as PayeeField](after);

const hasAccount = ({ bankGiro, postGiro, iban }: Payee) =>
  giroKey(bankGiro) !== '' || giroKey(postGiro) !== '' || ibanKey(iban) !== '';

/**
 * True if invoices may be paid to somebody else after a change. The same number in another form is no change; nor is
 * the first account or the first organisational number of a record.
 */
export function changesPayee(before: Payee, after: Payee): boolean {
  const isOther = differs(before, after);
  return (
    isOther('name') ||
    (organizationKey(before.organizationalNumber) !== '' && isOther('organizationalNumber')) ||
    (hasAccount(before) && accountFields.some(isOther))
  );
}
