import type { RoutingPerson, RoutingRule } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { useText } from '../../text.ts';
import { routingText } from './text.ts';

/** A rule as two lines: which invoices it is for, and who is asked. `nameOf` names partners. */
export function useRuleWords(people: readonly RoutingPerson[], nameOf: (partnerId: string) => string) {
  const t = useText(routingText);
  const format = useFormat();
  const list = (values: readonly string[], word: string) =>
    values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} ${word} ${values.at(-1)}`;
  const amount = (value: string) => format.amount(value);
  const named = (id: string) => people.find((person) => person.id === id)?.name ?? id;
  return {
    when: ({ when }: Pick<RoutingRule, 'when'>): string => {
      const { suppliers, projects, references, partners, atLeast, below, currency } = when;
      const parts = [
        suppliers && `${t.suppliers}: ${list(suppliers, t.or)}`,
        projects && `${t.projects}: ${list(projects, t.or)}`,
        references && `${t.references}: ${list(references, t.or)}`,
        partners && `${t.partners}: ${list(partners.map(nameOf), t.or)}`,
        atLeast && t.amountFrom(amount(atLeast)),
        below && t.amountBelow(amount(below)),
        currency,
      ].filter((part) => part !== undefined);
      return parts.length === 0 ? t.everything : parts.join(' · ');
    },
    who: ({ steps }: Pick<RoutingRule, 'steps'>): string =>
      steps.map(({ need, people: ids }) => list(ids.map(named), need === 'all' ? t.and : t.or)).join(`, ${t.after} `),
  };
}
