import { Button, Group, Paper, Text, Tooltip } from '@mantine/core';
import { useRef } from 'react';
import type { Bulk, InvoiceRow } from '../../../api/types.ts';
import { useAllowed } from '../../../company.ts';
import { shortcutHint } from '../../../decisions/undo.tsx';
import { useFormat } from '../../../format.ts';
import { ActionButton } from '../../../shared/page/action-button.tsx';
import { KeyHint } from '../../../shared/page/key-hint.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { Amount } from '../../../shared/record/amount.tsx';
import { bulkText } from './text.ts';
import { listsText } from '../../../text/lists.ts';
import { useText } from '../../../text.ts';
import type { Totals } from '../list/totals.tsx';
import styles from './bulk.module.css';
import { sumsOf } from './sums-of.ts';

export type BulkChoice = Exclude<Bulk['decision'], 'reopen'>;

interface Props {
  selected: ReadonlyMap<string, InvoiceRow>;
  everything: boolean;
  totals: Totals | undefined;
  /** Address of the selected invoices as CSV; undefined if they are too many for an address. */
  csv: string | undefined;
  allShown: boolean;
  onEverything: () => void;
  onDecide: (decision: BulkChoice) => void;
  onClear: () => void;
  /** Why the last key did nothing. */
  hint: string | undefined;
}

export function BulkBar({ selected, everything, totals, csv, allShown, onEverything, onDecide, onClear, hint }: Props) {
  const buttons = useRef<HTMLDivElement>(null);
  const t = useText(bulkText);
  const l = useText(listsText);
  const format = useFormat();
  const action = useAllowed('decide');
  // The server stops counting at a limit.
  const all = totals === undefined || totals.more ? undefined : format.number(String(totals.count));
  const sums = everything ? (totals?.sums ?? []) : sumsOf(selected.values());
  return (
    <Paper withBorder shadow="md" className={styles.bar} role="region" aria-label={t.bar}>
      <Group gap="8px 16px">
        <Group gap="0 16px" fz="sm" role="status" className={styles.status}>
          <Text inherit fw={600}>
            {everything ? t.allSelected(all) : t.selected(format.number(String(selected.size)))}
          </Text>
          {sums.map(({ currency, total }) => (
            <Text key={currency} inherit className={styles.sum}>
              <Amount value={total} currency={currency ?? l.noCurrency} />
            </Text>
          ))}
        </Group>
        {!everything && allShown && totals !== undefined && (totals.more || totals.count > selected.size) && (
          <Button size="xs" variant="subtle" onClick={onEverything}>
            {t.chooseAll(all)}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={onClear}>
          {t.clear}
        </Button>
        <Group gap="xs" ref={buttons} className={styles.buttons}>
          <KeyHint target={buttons} text={hint} />
          <ActionButton
            size="xs"
            action={action}
            leftSection={<Icon name="check" size={14} />}
            {...shortcutHint('A')}
            onClick={() => onDecide('approve')}
          >
            {t.approve}
          </ActionButton>
          <ActionButton
            size="xs"
            variant="default"
            action={action}
            leftSection={<Icon name="cross" size={14} />}
            {...shortcutHint('R')}
            onClick={() => onDecide('reject')}
          >
            {t.reject}
          </ActionButton>
          <ActionButton
            size="xs"
            variant="default"
            action={action}
            leftSection={<Icon name="question" size={14} />}
            {...shortcutHint('Q')}
            onClick={() => onDecide('ask')}
          >
            {t.ask}
          </ActionButton>
          <ActionButton
            size="xs"
            variant="default"
            action={action}
            leftSection={<Icon name="account" size={14} />}
            onClick={() => onDecide('assign')}
          >
            {t.assign} …
          </ActionButton>
          <Export csv={csv} />
        </Group>
      </Group>
    </Paper>
  );
}

function Export({ csv }: { csv: string | undefined }) {
  const t = useText(bulkText);
  const look = {
    size: 'xs',
    variant: 'default',
    className: styles.export,
    leftSection: <Icon name="download" size={14} />,
  } as const;
  if (csv !== undefined)
    return (
      <Button {...look} component="a" href={csv} download>
        {t.exportCsv}
      </Button>
    );
  return (
    <Tooltip label={t.exportFew}>
      <Button {...look} data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
        {t.exportCsv}
      </Button>
    </Tooltip>
  );
}
