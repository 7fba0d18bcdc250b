import { short } from '../../../common/errors/short.ts';
import { isRecorded } from '../accounts.ts';
import type { AccountField } from '../invoice.ts';
import type { CheckedSupplier } from '../context.ts';
import { rawFinding, type RawFinding, type Rule } from '../rule.ts';

/** Accounts in unknown fields are stored and shown, so an operator may pay to them. */
export const accountFieldsRule: Rule = {
  codes: ['payee.field'],
  needs: ['supplier'],
  find: ({ accountFields = [] }, { supplier }) =>
    supplier === undefined ? [] : accountFields.flatMap((field) => compared(field, supplier)),
};

function compared({ path, kind, value }: AccountField, supplier: CheckedSupplier): RawFinding[] {
  if (isRecorded(supplier, kind, value)) return [];
  const recorded = kind === 'account' ? '' : supplier[kind];
  const finding = rawFinding('payee.field', { field: path, sent: short(value), recorded: short(recorded) }, path);
  return [recorded === '' ? { ...finding, usual: 'warning' } : finding];
}
