import type { SupplierEntry, SupplierField } from './shape.ts';
import { nameKey } from '../checks/names.ts';
import { giroKey } from '../checks/numbers/giro.ts';
import { bicKey, ibanKey } from '../checks/numbers/iban.ts';
import { organizationKey } from '../../common/numbers/organization.ts';

/** The fields that tell who is paid, each as it is compared. */
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
/** The fields that name an account by themselves. */
export const accounts = ['bankGiro', 'postGiro', 'iban'] as const;
const accountFields = [...accounts, 'bicSwift'] as const;

const differs = (before: Payee, after: Payee) => (field: PayeeField) =>
  keys[field](before[field]) !== keys[field](after[field]);

/** Whether a field that tells who is paid says something else. The same number in another form does not. */
export const isOtherPayee = (field: SupplierField, before: string, after: string): boolean =>
  field in keys && keys[field as PayeeField](before) !== keys[field as PayeeField](after);

const hasAccount = ({ bankGiro, postGiro, iban }: Payee) =>
  giroKey(bankGiro) !== '' || giroKey(postGiro) !== '' || ibanKey(iban) !== '';

/**
 * Whether somebody else may be paid after a change than before it. The same number in another form is no change; neither is the first
 * account of a record that had none, or its first organisational number: until then there was nothing to change.
 */
export function changesPayee(before: Payee, after: Payee): boolean {
  const isOther = differs(before, after);
  return (
    isOther('name') ||
    (organizationKey(before.organizationalNumber) !== '' && isOther('organizationalNumber')) ||
    (hasAccount(before) && accountFields.some(isOther))
  );
}
