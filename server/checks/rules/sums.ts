import type { Rule } from '../rule.ts';
import { explainSums } from '../sums/explain.ts';

export const sumsRule: Rule = {
  codes: ['sum.line', 'sum.total', 'sum.vat'],
  needs: [],
  find: (invoice) => explainSums(invoice).found,
};
