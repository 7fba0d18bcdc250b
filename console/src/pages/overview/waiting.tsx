import { createLink, getRouteApi } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import type { Overview } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { overviewText } from './text.ts';
import { rulesText } from '../../text/rules.ts';
import { named, useText } from '../../text.ts';
import styles from './bars.module.css';

const route = getRouteApi('/inside/companies/$companyId/overview');

interface BarProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  label: string;
  count: number;
  max: number;
  tone?: 'calm' | 'old' | 'bad';
  ref?: Ref<HTMLAnchorElement>;
}

function BarAnchor({ label, count, max, tone = 'calm', ...props }: BarProps) {
  const format = useFormat();
  return (
    <a {...props} className={styles.bar} data-tone={tone} data-none={count === 0 || undefined}>
      <span className={styles.label}>{label}</span>{' '}
      <span className={styles.track} aria-hidden="true">
        <i style={{ width: `${(100 * count) / Math.max(1, max)}%` }} />
      </span>
      <span className={styles.count}>{format.number(count)}</span>
    </a>
  );
}

const Bar = createLink(BarAnchor);

export function Ages({ ages }: { ages: Overview['ages'] }) {
  const t = useText(overviewText);
  const params = route.useParams();
  const max = Math.max(...ages.map(({ count }) => count));
  return (
    <Panel title={t.ages}>
      <ul className={styles.bars}>
        {ages.map(({ leastDays, mostDays, from, to, count }) => (
          <li key={leastDays}>
            <Bar
              label={mostDays === null ? t.overDays(leastDays - 1) : t.daysFromTo(leastDays, mostDays)}
              count={count}
              max={max}
              tone={mostDays === null ? 'bad' : leastDays >= 15 ? 'old' : 'calm'}
              to="/companies/$companyId/invoices"
              params={params}
              search={{ state: 'received', waitsFor: 'company', ...(from !== null && { from }), to }}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function HeldFor({ heldFor }: { heldFor: Overview['heldFor'] }) {
  const t = useText(overviewText);
  const { names } = useText(rulesText);
  const params = route.useParams();
  const max = Math.max(...heldFor.map(({ count }) => count));
  return (
    <Panel title={t.heldFor}>
      {heldFor.length === 0 ? (
        <Empty title={t.nothingHeld} next={t.nothingHeldNext} icon="check" />
      ) : (
        <ul className={styles.bars}>
          {heldFor.map(({ code, count }) => (
            <li key={code}>
              <Bar
                label={named(names, code)}
                count={count}
                max={max}
                tone="old"
                to="/companies/$companyId/invoices"
                params={params}
                search={{ state: 'held', waitsFor: 'company', finding: code }}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
