import { getRouteApi } from '@tanstack/react-router';
import type { Overview } from '../../api/types.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { overviewText } from './text.ts';
import { rulesText } from '../../text/rules.ts';
import { named, useText } from '../../text.ts';
import { Bar } from './bars.tsx';
import styles from './bars.module.css';

const route = getRouteApi('/inside/companies/$companyId/overview');

export function Ages({ ages }: { ages: Overview['ages'] }) {
  const t = useText(overviewText);
  const params = route.useParams();
  const most = Math.max(...ages.map(({ count }) => count));
  return (
    <Panel title={t.ages}>
      <ul className={styles.bars}>
        {ages.map(({ leastDays, mostDays, from, to, count }) => (
          <li key={leastDays}>
            <Bar
              label={mostDays === null ? t.overDays(leastDays - 1) : t.daysFromTo(leastDays, mostDays)}
              count={count}
              most={most}
              tone={mostDays === null ? 'bad' : leastDays >= 15 ? 'old' : 'calm'}
              to="/companies/$companyId/invoices"
              params={params}
              search={{ state: 'received', ...(from !== null && { from }), to }}
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
  const most = Math.max(...heldFor.map(({ count }) => count));
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
                most={most}
                tone="old"
                to="/companies/$companyId/invoices"
                params={params}
                search={{ state: 'held', finding: code }}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
