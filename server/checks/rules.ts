import type { Rule } from './rule.ts';
import { currencyRule } from './rules/currency.ts';
import { sumsRule } from './rules/sums.ts';

/** Every rule, in the order in which findings of the same gravity are told. */
export const rules: readonly Rule[] = [sumsRule, currencyRule];
