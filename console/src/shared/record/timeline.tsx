import { Text, Timeline } from '@mantine/core';
import type { TimelineEntry } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { common } from '../../text/common.ts';
import { rulesText } from '../../text/rules.ts';
import { named, useText } from '../../text.ts';
import { Late } from './late.tsx';
import { Panel } from './panel.tsx';

/** Without its capital, unless it is an abbreviation such as VAT. */
const inSentence = (name: string): string => name.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());

export function TimelinePanel({ entries, dense = false }: { entries: TimelineEntry[]; dense?: boolean }) {
  const t = useText(common);
  const format = useFormat();
  const { names } = useText(rulesText);
  const titleOf = ({ type, assignedTo, voucher, heldFor, account }: TimelineEntry) => {
    if (heldFor !== undefined) return t.heldFor(heldFor.map((code) => inSentence(named(names, code))).join(', '));
    if (account !== undefined) return t.releasedWithAccount[account];
    if (voucher !== undefined) return t.withVoucher(voucher);
    if (type !== 'supplierinvoice.assigned') return named(t.events, type);
    return assignedTo === undefined ? t.unassigned : t.assignedTo(assignedTo);
  };
  return (
    <Panel title={t.timeline} dense={dense}>
      <Timeline bulletSize={14} lineWidth={2} active={entries.length}>
        {entries.map((entry, at) => (
          <Timeline.Item key={at} title={titleOf(entry)}>
            <Text size="sm" c="dimmed">
              <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
              {entry.by !== null && ` ${t.by(named(t.nobodys, entry.by))}`}
            </Text>
            {entry.afterDecision !== undefined && <Late decision={entry.afterDecision} />}
            {entry.reason && (
              <Text size="sm" mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {entry.reason}
              </Text>
            )}
          </Timeline.Item>
        ))}
      </Timeline>
    </Panel>
  );
}
