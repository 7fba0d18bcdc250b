import { createLink, getRouteApi } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import type { Overview } from '../../api/types.ts';
import { useAllowed } from '../../company.ts';
import { daysBetween } from '../../days.ts';
import { useFormat } from '../../format.ts';
import { overviewText } from './text.ts';
import type { invoiceSearch } from '../../search.ts';
import { useText } from '../../text.ts';
import { viewsText } from '../invoices/views/text.ts';
import { usualQueries } from '../invoices/views/usual-views.ts';
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
    <a
      {...props}
      className={styles.figure}
      data-row
      data-slim={slim || undefined}
      data-tone={value > 0 ? tone : undefined}
    >
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
  const administers = useAllowed('administer').allowed;
  const decides = useAllowed('decide').allowed;
  const params = route.useParams();
  const { usual } = useText(viewsText);
  const { waiting, due, mine, oldest, failed, proposals } = answer;
  const inInvoices = (search: ReturnType<typeof invoiceSearch>) =>
    ({ to: '/companies/$companyId/invoices', params, search }) as const;
  const confirmable = ({ waiting: all, confirmable: own }: Overview['proposals']['payees']) =>
    all === 0 ? undefined : t.confirmable(own);
  const age = oldest === null ? undefined : daysBetween(format.date(oldest), format.date(new Date()));
  return (
    <section aria-label={t.waiting} className={styles.figures}>
      <div className={styles.first}>
        <Figure
          label={usual.toApprove}
          value={waiting.received}
          detail={age === undefined ? t.noneWaiting : t.oldest(age)}
          {...inInvoices(usualQueries.toApprove)}
        />
        <Figure
          label={usual.overdue}
          value={due.overdue}
          tone="bad"
          detail={t.notDecided}
          {...inInvoices(usualQueries.overdue)}
        />
        <Figure
          label={t.dueThisWeek}
          value={due.thisWeek}
          detail={t.until(due.to)}
          {...inInvoices({ state: 'open', credit: 'false', dueFrom: due.from, dueTo: due.to, sort: 'dueDate' })}
        />
        <Figure
          label={usual.held}
          value={waiting.held}
          tone="held"
          detail={t.heldUntil}
          {...inInvoices(usualQueries.held)}
        />
        <Figure
          label={usual.signed}
          value={waiting.signed}
          detail={waiting.signed === 0 ? t.noneWaiting : decides ? t.signedByOthers(waiting.signedByOthers) : undefined}
          {...inInvoices(usualQueries.signed)}
        />
        <Figure label={usual.withMe} value={mine.waiting} detail={t.notDecided} {...inInvoices(usualQueries.withMe)} />
      </div>
      <div className={styles.second}>
        <Figure
          slim
          label={t.payeeProposals}
          value={proposals.payees.waiting}
          detail={confirmable(proposals.payees)}
          to="/companies/$companyId/proposals"
          params={params}
        />
        {administers && proposals.checks.waiting > 0 && (
          <Figure
            slim
            label={t.checkProposals}
            value={proposals.checks.waiting}
            detail={confirmable(proposals.checks)}
            to="/companies/$companyId/checks"
            params={params}
          />
        )}
        {administers && proposals.settings.waiting > 0 && (
          <Figure
            slim
            label={t.settingProposals}
            value={proposals.settings.waiting}
            detail={confirmable(proposals.settings)}
            to="/companies/$companyId/settings"
            params={params}
          />
        )}
        <Figure slim label={usual.forPartner} value={waiting.forPartner} {...inInvoices(usualQueries.forPartner)} />
        {mine.answered > 0 && (
          <Figure
            slim
            label={t.answered}
            value={mine.answered}
            {...inInvoices({ waitsFor: 'company', answered: 'me', sort: 'dueDate' })}
          />
        )}
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
