import { becauseOf, countReasons, type WaitFacts, type WaitReasons } from './reports-rules.ts';
import { nameOf } from '../../../common/names/names.ts';
import { waitReasonNames, type WaitReason } from '../../../common/names/waiting.ts';
import { column } from '../../ground/csv/columns.ts';
import type { List } from '../../ground/db/paging.ts';
import { due } from '../../supplier-invoices/lists/filter-store.ts';
import { invoiceList } from '../../supplier-invoices/lists/projection.ts';

// In all SQL here `page` is an undecided invoice's projection, `invoice` its record, and $1 the company.

/** The operators with whom it waits: a set, null for the company's queue. */
const waitingWith = `unnest(coalesce(
  (SELECT coalesce(nullif(waits_for, '{}'), ARRAY[NULL::uuid]) FROM invoice_routes AS routed WHERE routed.company_id = $1 AND routed.supplier_invoice_id = page.id),
  ARRAY[page.assigned_to]))`;

const facts = `jsonb_build_object(
  'state', page.state, 'isSigned', page.signed_by IS NOT NULL, 'isAsked', coalesce(page.waits_until > now(), false),
  'lacksFile', page.findings @> '{missing.file}' OR invoice.files_due_at IS NOT NULL)`;

/** More would take long and hardly change the figures. */
export const maxCounted = 50_000;

export const reportedBy = {
  approvers: { decided: 'decided_by', waits: waitingWith, named: 'LEFT JOIN (SELECT id, name FROM operators)' },
  partners: {
    decided: 'partner_id',
    waits: 'unnest(ARRAY[page.partner_id])',
    named: 'FULL JOIN (SELECT id, name FROM partners WHERE company_id = $1)',
  },
};

/** `share` is a fraction such as 0.9; the result is in days with two decimals. */
export const daysTaken = (share: number) =>
  `round(extract(epoch FROM percentile_cont(${share}) WITHIN GROUP (ORDER BY took)) / 86400, 2)::float8`;

export function waitingList(of: keyof typeof reportedBy, days: 30 | 90 | 365): List {
  const { decided, waits, named } = reportedBy[of];
  const ofCompany = (condition: string) => `FROM invoice_projections WHERE company_id = $1 AND ${condition}`;
  const since = `now() - interval '${days} days'`;
  return {
    // The latest decisions, and the undecided invoices that are due first.
    from: `(
      SELECT $1::uuid AS company_id, id, name, coalesce(decided, 0) AS decided, "medianDays", "nineInTenDays",
             coalesce(waiting, 0) AS waiting, since, coalesce(because, '[]') AS because
      FROM (
        SELECT ${decided} AS id, count(*)::integer AS decided, ${daysTaken(0.5)} AS "medianDays", ${daysTaken(0.9)} AS "nineInTenDays"
        FROM (
          SELECT ${decided}, decided_at - created_at AS took ${ofCompany(`decided_at >= ${since}`)} ORDER BY decided_at DESC LIMIT ${maxCounted}
        ) AS latest GROUP BY 1
      ) AS decided FULL JOIN (
        SELECT id, sum(count)::integer AS waiting, min(since) AS since, jsonb_agg(jsonb_build_object('facts', facts, 'count', count)) AS because
        FROM (
          SELECT reported.id, ${facts} AS facts, count(*) AS count, min(page.created_at) AS since
          FROM (SELECT * ${ofCompany(`state IN ('received', 'held')`)} ORDER BY ${due}, id LIMIT ${maxCounted}) AS page
          CROSS JOIN LATERAL ${waits} AS reported (id)
          LEFT JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = page.id AND invoice.files_due_at IS NOT NULL
          GROUP BY 1, 2
        ) AS counted GROUP BY id
      ) AS waits USING (id) ${named} AS named USING (id)
    ) AS report`,
    select: `id, name, ${
      of === 'partners'
        ? `(SELECT count(*)::integer FROM (SELECT ${ofCompany(`partner_id = report.id AND created_at >= ${since}`)} LIMIT ${maxCounted}) AS latest)`
        : 'NULL'
    } AS arrived, decided, "medianDays", "nineInTenDays", waiting, since, because`,
    present: (row) => ({ ...row, because: countReasons(row.because as Parameters<typeof countReasons>[0]) }),
    columns: {
      id: column('Id', 'Id'),
      name: column('Name', 'Namn'),
      arrived: column('Arrived', 'Inkomna'),
      decided: column('Decided', 'Beslutade'),
      medianDays: column('Half within (days)', 'Hälften inom (dagar)', { as: 'amount' }),
      nineInTenDays: column('Nine in ten within (days)', 'Nio av tio inom (dagar)', { as: 'amount' }),
      waiting: column('Waiting', 'Antal väntande'),
      since: column('Since', 'Sedan', { as: 'time' }),
      because: column('Waits', 'Väntar', {
        as: (reasons, language) =>
          Object.entries(reasons as WaitReasons)
            .filter(([, count]) => count > 0)
            .map(([reason, count]) => `${nameOf(waitReasonNames, language, reason as WaitReason)}: ${count}`)
            .join(', '),
      }),
    },
    sorts: {
      waiting: { column: 'waiting', type: 'bigint' },
      decided: { column: 'decided', type: 'bigint' },
      name: { column: `coalesce(name, '')`, type: 'text' },
    },
    defaultSort: '-waiting',
    tie: { column: `coalesce(id, '00000000-0000-0000-0000-000000000000')`, type: 'uuid' },
  };
}

const today = '(now() AT TIME ZONE (SELECT time_zone FROM companies WHERE companies.id = $1))::date';

export const dueList: List = {
  ...invoiceList,
  select: `${invoiceList.select as string}, page.payment_due_day - ${today} AS "daysLeft", ${facts} AS because`,
  present: (row) => ({ ...invoiceList.present?.(row), because: becauseOf(row.because as WaitFacts) }),
  columns: {
    daysLeft: column('Days left', 'Dagar kvar'),
    because: column('Waits', 'Väntar', { as: waitReasonNames }),
    ...invoiceList.columns,
  },
  defaultSort: 'dueDate',
};
