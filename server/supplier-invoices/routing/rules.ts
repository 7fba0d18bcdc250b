import { absolute, decimalOf, unitsAt, type Decimal } from '../../../common/decimal.ts';

/** An invoice meets all conditions that are given, and one value of each list. */
export interface RuleConditions {
  suppliers?: readonly string[] | undefined;
  projects?: readonly string[] | undefined;
  /** The company's own references or order numbers. */
  references?: readonly string[] | undefined;
  /** Ids. */
  partners?: readonly string[] | undefined;
  /** Decimals. The total is compared without its sign. */
  atLeast?: string | undefined;
  below?: string | undefined;
  currency?: string | undefined;
}

export interface RuleStep {
  need: 'any' | 'all';
  /** Ids of operators. */
  people: readonly string[];
}

export interface RoutingRule {
  id: string;
  name: string;
  when: RuleConditions;
  steps: readonly RuleStep[];
}

/** What the conditions of rules are compared with. */
export interface RoutedFields {
  supplierNumber: string;
  projectName: string | null;
  internalReference: string | null;
  orderNumber: string | null;
  partnerId: string;
  partnerName: string;
  /** The total; null if there is none. */
  amount: string | null;
  currency: string | null;
}

export const routedFields = ['project', 'reference', 'supplier', 'partner', 'amount', 'currency'] as const;

export interface MetCondition {
  field: (typeof routedFields)[number];
  /** The invoice's own value. */
  value: string;
}

type Condition = (invoice: RoutedFields) => MetCondition | undefined;

/** A rule whose values are ready to be compared with many invoices. */
export interface PreparedRule {
  rule: RoutingRule;
  /** In the order of `routedFields`. */
  conditions: Condition[];
}

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();

function oneOf(
  field: MetCondition['field'],
  listed: readonly string[],
  valuesOf: (invoice: RoutedFields) => readonly (string | null)[],
): Condition {
  const keyOf = field === 'supplier' ? (text: string) => text : folded;
  const known = new Set(listed.map(keyOf));
  return (invoice) => {
    const value = valuesOf(invoice).find((one) => one !== null && known.has(keyOf(one)));
    return value ? { field, value: field === 'partner' ? invoice.partnerName : value.trim() } : undefined;
  };
}

function isLess(one: Decimal, other: Decimal): boolean {
  const scale = Math.max(one.scale, other.scale);
  return absolute(unitsAt(scale, one)) < absolute(unitsAt(scale, other));
}

const amountBetween =
  (min: Decimal | undefined, max: Decimal | undefined): Condition =>
  ({ amount }) => {
    if (amount === null) return undefined;
    const size = decimalOf(amount);
    const isOutside = (min && isLess(size, min)) || (max && !isLess(size, max));
    return isOutside ? undefined : { field: 'amount', value: amount };
  };

export const preparedRules = (rules: readonly RoutingRule[]): PreparedRule[] =>
  rules.map((rule) => {
    const { suppliers, projects, references, partners, atLeast, below, currency } = rule.when;
    const [min, max] = [atLeast && decimalOf(atLeast), below && decimalOf(below)];
    const conditions = [
      projects && oneOf('project', projects, ({ projectName }) => [projectName]),
      references &&
        oneOf('reference', references, ({ internalReference, orderNumber }) => [internalReference, orderNumber]),
      suppliers && oneOf('supplier', suppliers, ({ supplierNumber }) => [supplierNumber]),
      partners && oneOf('partner', partners, ({ partnerId }) => [partnerId]),
      (min || max) && amountBetween(min || undefined, max || undefined),
      currency && oneOf('currency', [currency], (invoice) => [invoice.currency]),
    ];
    return { rule, conditions: conditions.filter((one) => typeof one === 'function') };
  });

/** The first condition that an invoice meets, if the rule has any. Undefined if it does not meet all of them. */
export function fits({ conditions }: PreparedRule, invoice: RoutedFields): Partial<MetCondition> | undefined {
  let first: MetCondition | undefined;
  for (const condition of conditions) {
    const met = condition(invoice);
    if (met === undefined) return undefined;
    first ??= met;
  }
  return first ?? {};
}
