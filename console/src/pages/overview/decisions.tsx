import { Text } from '@mantine/core';
import type { Overview } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { overviewText } from './text.ts';
import { useText } from '../../text.ts';
import styles from './decisions.module.css';

export function Decisions({ decisions, days }: { decisions: Overview['decisions']; days: string }) {
  const t = useText(overviewText);
  const format = useFormat();
  const { count, medianDays, nineInTenDays, before } = decisions;
  return (
    <Panel title={t.decisions}>
      {medianDays === null || nineInTenDays === null ? (
        <Empty title={t.noDecisions} next={t.noDecisionsNext} icon="audit" />
      ) : (
        <>
          <dl className={styles.times}>
            <Time label={t.median} now={medianDays} before={before.medianDays} days={days} />
            <Time label={t.nineInTen} now={nineInTenDays} before={before.nineInTenDays} days={days} />
          </dl>
          <Text size="sm" c="dimmed" mt="sm">
            {t.decided(format.number(count))}
          </Text>
        </>
      )}
    </Panel>
  );
}

const tenths = (days: number) => Math.round(10 * days) / 10;

function Time({ label, now, before, days }: { label: string; now: number; before: number | null; days: string }) {
  const t = useText(overviewText);
  const format = useFormat();
  const change = before === null ? undefined : tenths(tenths(now) - tenths(before));
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.value}>{t.inDays(format.number(tenths(now)))}</dd>
      <dd className={styles.change} data-worse={(change !== undefined && change > 0) || undefined}>
        {change === undefined
          ? t.noneBefore(days)
          : change === 0
            ? t.asBefore(days)
            : (change < 0 ? t.faster : t.slower)(format.number(Math.abs(change)), days)}
      </dd>
    </div>
  );
}
