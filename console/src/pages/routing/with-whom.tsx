import { Text } from '@mantine/core';
import type { Invoice } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { useSession } from '../../session.ts';
import { named, useText } from '../../text.ts';
import { routingText } from './text.ts';

/** On an invoice: whom it waits for, and why. */
export function WithWhom({ invoice: { route } }: { invoice: Invoice }) {
  const t = useText(routingText);
  const format = useFormat();
  const me = useSession();
  if (route === null) return null;
  const { waitsFor, step, steps, because, since, confirmed } = route;
  const names = waitsFor.map(({ id, name, deputyFor = [] }) => {
    const who = id === me.id ? t.withYou : name;
    return deputyFor.length === 0 ? who : t.forWhom(who, deputyFor.map((person) => person.name).join(', '));
  });
  const why =
    because.field !== undefined && because.value !== undefined
      ? t.because(t.fields[because.field], because.value)
      : because.code === 'rule'
        ? ''
        : named(t.reasons, because.code).toLowerCase();
  const details = [
    why,
    because.rule !== undefined && t.byRule(because.rule),
    steps > 1 && t.stepOf(step, steps),
    t.since(format.dateTime(since)),
  ].filter((part) => part !== false && part !== '');
  return (
    <Text size="sm" component="div">
      <strong>{names.length === 0 ? t.inQueue : t.withWhom(names.join(', '))}</strong>{' '}
      <Text span size="sm" c="dimmed">
        {details.join(' · ')}
      </Text>
      {confirmed.map(({ step: nth, by, at }) => (
        <div key={`${nth} ${by}`}>{t.confirmedBy(nth, by, format.dateTime(at))}</div>
      ))}
    </Text>
  );
}
