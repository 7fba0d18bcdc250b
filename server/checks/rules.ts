import type { Rule } from './rule.ts';
import { creditRule } from './rules/credit.ts';
import { currencyRule } from './rules/currency.ts';
import { datesRule } from './rules/dates.ts';
import { duplicateRules } from './rules/duplicates.ts';
import { numbersRule } from './rules/numbers.ts';
import { payeeRule } from './rules/payee.ts';
import { accountFieldsRule } from './rules/account-fields.ts';
import { sumsRule } from './rules/sums.ts';
import { twinRule } from './rules/twin.ts';

/** Every rule, in the order in which findings of the same gravity are told. */
export const rules: readonly Rule[] = [
  sumsRule,
  payeeRule,
  twinRule,
  accountFieldsRule,
  ...duplicateRules,
  numbersRule,
  datesRule,
  creditRule,
  currencyRule,
];
