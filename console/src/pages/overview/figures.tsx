import { createLink, getRouteApi } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import type { Overview } from '../../api/types.ts';
import { daysBetween } from '../../days.ts';
import { useFormat } from '../../format.ts';
import { overviewText } from './text.ts';
import type { invoiceSearch } from '../../search.ts';
import { useText } from '../../text.ts';
import styles from './figures.module.css';

const route = getRouteApi('/inside/companies/$companyId/overview');

interface FigureProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  label: string;
  value: number;
  detail?: string | undefined;
  tone?: 'bad' | 'held';
  slim?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

function FigureAnchor({ label, value, detail, tone, slim = false, ...props }: FigureProps) {
  const format = useFormat();
  return (
    <a {...props} className={styles.figure} data-slim={slim || undefined} data-tone={value > 0 ? tone : undefined}>
      <span className={styles.label}>{label}</span> <span className={styles.value}>{format.number(value)}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </a>
  );
}

const Figure = createLink(FigureAnchor);

/** Each figure equals the number of rows of the list that it links to. */
export function Figures({ answer, from }: { answer: Overview; from: string }) {
  const t = useText(overviewText);
  const format = useFormat();
  const params = route.useParams();
  const { waiting, due, mine, oldest, failed } = answer;
  const inInvoices = (search: ReturnType<typeof invoiceSearch>) =>
    ({ to: '/companies/$companyId/invoices', params, search }) as const;
  const age = oldest === null ? undefined : daysBetween(format.date(oldest), due.from);
  return (
    <section aria-label={t.waiting} className={styles.figures}>
      <div className={styles.first}>
        <Figure
          label={t.received}
          value={waiting.received}
          detail={age === undefined ? t.noneWaiting : t.oldest(age)}
          {...inInvoices({ state: 'received' })}
        />
        <Figure
          label={t.overdue}
          value={due.overdue}
          tone="bad"
          detail={t.notDecided}
          {...inInvoices({ overdue: 'true' })}
        />
        <Figure
          label={t.dueThisWeek}
          value={due.thisWeek}
          detail={t.until(due.to)}
          {...inInvoices({ state: 'open', dueFrom: due.from, dueTo: due.to })}
        />
        <Figure
          label={t.held}
          value={waiting.held}
          tone="held"
          detail={t.heldUntil}
          {...inInvoices({ state: 'held' })}
        />
        <Figure
          label={t.mine}
          value={mine.assigned}
          detail={t.notDecided}
          {...inInvoices({ state: 'open', assigned: 'me' })}
        />
      </div>
      <div className={styles.second}>
        <Figure slim label={t.mentions} value={mine.mentions} {...inInvoices({ state: 'open', mentioned: 'me' })} />
        <Figure
          slim
          label={t.workOrders}
          value={waiting.workOrders}
          to="/companies/$companyId/work-orders"
          params={params}
          search={{ state: 'open' }}
        />
        <Figure
          slim
          label={t.failedCalls}
          value={failed}
          to="/companies/$companyId/requests"
          params={params}
          search={{ failed: 'true', from }}
        />
      </div>
    </section>
  );
}
