import type { Rule } from './rule.ts';
import { duplicateRules } from './rules/duplicates.ts';
import { creditRule, currencyRule, datesRule, numbersRule, sumsRule, textsRule } from './rules/plausibility.ts';
import { missingFileRule, missingRule } from './rules/missing.ts';
import { payeeRule } from './rules/payee.ts';
import { accountFieldsRule } from './rules/account-fields.ts';
import { twinRule } from './rules/twin.ts';

/** Findings of the same severity keep this order. */
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
  textsRule,
  missingRule,
  missingFileRule,
];
