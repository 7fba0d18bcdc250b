import { short } from '../../../common/errors/short.ts';
import type { AccountField } from '../invoice.ts';
import type { CheckedSupplier } from '../context.ts';
import { giroKey } from '../numbers/giro.ts';
import { ibanKey } from '../numbers/iban.ts';
import { rawFinding, type RawFinding, type Rule } from '../rule.ts';

/** Accounts in unknown fields are stored and shown, so an operator may pay to them. */
export const accountFieldsRule: Rule = {
  codes: ['payee.field'],
  needs: ['supplier'],
  find: ({ accountFields = [] }, { supplier }) =>
    supplier === undefined ? [] : accountFields.flatMap((field) => compared(field, supplier)),
};

const keys = { bankGiro: giroKey, postGiro: giroKey, iban: ibanKey };

function compared({ path, kind, value }: AccountField, supplier: CheckedSupplier): RawFinding[] {
  const recorded = kind === 'account' ? '' : supplier[kind];
  const isSame =
    kind === 'account'
      ? (['bankGiro', 'postGiro', 'iban'] as const).some((any) => isAccount(supplier, any, value))
      : isAccount(supplier, kind, value);
  if (isSame) return [];
  const finding = rawFinding('payee.field', { field: path, sent: short(value), recorded: short(recorded) }, path);
  return [recorded === '' ? { ...finding, usual: 'warning' } : finding];
}

const isAccount = (supplier: CheckedSupplier, kind: keyof typeof keys, value: string) =>
  keys[kind](supplier[kind]) !== '' && keys[kind](supplier[kind]) === keys[kind](value);
