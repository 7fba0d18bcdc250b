import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { InvoiceRow } from '../../../api/types.ts';
import { useToday } from '../../../company.ts';
import { daysLate } from '../../../days.ts';
import { useFormat } from '../../../format.ts';
import { usePreferences } from '../../../preferences.tsx';
import { Link } from '../../../shared/page/link.tsx';
import type { Column } from '../../../shared/list/list-column.ts';
import { Amount } from '../../../shared/record/amount.tsx';
import { FindingsMark } from '../../../shared/record/severity.tsx';
import { TwoLines } from '../../../shared/record/two-lines.tsx';
import { common } from '../../../text/common.ts';
import { invoicesText } from '../text.ts';
import { useMatchText } from '../../../text/matches.ts';
import { rulesText } from '../../../text/rules.ts';
import { named, useText } from '../../../text.ts';
import { QuestionOrState } from '../questions/question-mark.tsx';
import { questionsText } from '../questions/text.ts';
import styles from './columns.module.css';

const route = getRouteApi('/inside/companies/$companyId/invoices');

const onRequest = Infinity;

/** States in which who decided matters more than the date of the invoice. */
const decidedStates = new Set(['approved', 'rejected', 'booked', 'withdrawn']);

export function useColumns(): Column<InvoiceRow>[] {
  const t = useText(invoicesText);
  const q = useText(questionsText);
  const c = useText(common);
  const { names } = useText(rulesText);
  const format = useFormat();
  const { density } = usePreferences();
  const { companyId } = route.useParams();
  const search = route.useSearch();
  const why = useMatchText();
  const isCompact = density === 'compact';
  /** Room for heading and usual values in pixels, by density. */
  const widths = (compact: number, comfortable: number) => (isCompact ? compact : comfortable);
  const isDecided = decidedStates.has(search.state ?? '') || search.decidedBy !== undefined;
  return [
    {
      id: 'number',
      width: widths(104, 110),
      header: t.numberShort,
      card: 'thirdEnd',
      cell: ({ id, supplierInvoiceNumber, externalReferenceId }) => (
        <Link
          to="/companies/$companyId/invoices/$invoiceId"
          params={{ companyId, invoiceId: id }}
          search={{ ...search, queue: 'list' }}
        >
          {supplierInvoiceNumber || externalReferenceId}
        </Link>
      ),
    },
    {
      id: 'supplier',
      width: 100,
      grows: true,
      header: c.supplier,
      card: 'first',
      cell: ({ supplierName, supplierNumber, credit, match }) => (
        <>
          <div className={styles.supplier}>
            <span className={styles.who}>
              <span>{supplierName}</span> <small>{supplierNumber}</small>
            </span>
            {credit && <span className={styles.credit}>{t.creditNote}</span>}
          </div>
          {match !== undefined && <div className={styles.match}>{why(match)}</div>}
        </>
      ),
    },
    {
      id: 'dueDate',
      width: widths(156, 172),
      header: t.dueDate,
      card: 'second',
      tight: true,
      sort: 'dueDate',
      cell: (row) => row.paymentDueDay !== null && <Due row={row} due={row.paymentDueDay} />,
    },
    {
      id: 'amount',
      width: widths(138, 150),
      header: t.amount,
      card: 'firstEnd',
      sort: 'totalPrice',
      numeric: true,
      cell: ({ totalPrice, currency }) => (
        <span className={styles.amount}>
          <Amount value={totalPrice} currency={currency} />
        </span>
      ),
    },
    {
      id: 'state',
      width: widths(158, 178),
      header: c.state,
      card: 'third',
      cell: ({ state, findings, grade, signedBy, voucher, question }) => (
        <TwoLines
          first={
            <Group gap={6} component="span" className={styles.state}>
              <QuestionOrState
                state={state}
                question={question}
                isSigned={signedBy !== null}
                size={isCompact ? 'sm' : 'md'}
              />
              {grade !== null && (
                <FindingsMark gravest={grade} short={String(findings)}>
                  {t.findingsCount(findings)}
                </FindingsMark>
              )}
            </Group>
          }
          second={
            state === 'held' && question !== null
              ? q.states[question]
              : voucher !== null
                ? t.withVoucher(voucher)
                : signedBy === null
                  ? ''
                  : t.signedBy(signedBy)
          }
        />
      ),
    },
    {
      id: 'project',
      width: widths(110, 120),
      header: c.project,
      quiet: true,
      from: 1280,
      cell: ({ projectName }) => projectName,
    },
    {
      id: 'invoiceDate',
      width: widths(126, 132),
      header: t.invoiceDate,
      tight: true,
      quiet: true,
      from: isDecided ? 1600 : widths(1440, 1520),
      sort: 'invoiceDate',
      cell: ({ invoiceDay }) => invoiceDay,
    },
    {
      id: 'created',
      width: widths(94, 104),
      header: c.created,
      sort: 'createdAt',
      tight: true,
      quiet: true,
      from: 1180,
      cell: ({ createdAt }) => <span title={format.dateTime(createdAt)}>{format.date(createdAt)}</span>,
    },
    {
      id: 'decided',
      width: widths(150, 160),
      header: t.decided,
      quiet: true,
      from: isDecided ? 1440 : 1600,
      cell: ({ decidedAt, decidedBy, withdrawnAt, partner }) => {
        const at = decidedAt ?? withdrawnAt;
        if (at === null) return '';
        return (
          <TwoLines
            first={<span title={format.dateTime(at)}>{format.date(at)}</span>}
            second={decidedAt === null ? partner : decidedBy}
          />
        );
      },
    },
    { id: 'partner', width: 110, header: c.partner, quiet: true, from: 1720, cell: ({ partner }) => partner },
    { id: 'voucher', width: 110, header: t.voucher, quiet: true, from: onRequest, cell: ({ voucher }) => voucher },
    { id: 'with', width: 130, header: t.with, quiet: true, from: onRequest, cell: (row) => row.with },
    {
      id: 'assignedTo',
      width: 120,
      header: t.assignedTo,
      quiet: true,
      from: onRequest,
      cell: ({ assignedTo }) => assignedTo,
    },
    {
      id: 'findings',
      width: 220,
      header: t.findings,
      quiet: true,
      from: onRequest,
      cell: ({ findingCodes }) =>
        findingCodes === null
          ? ''
          : findingCodes
              .split(' ')
              .map((code) => named(names, code))
              .join(', '),
    },
    {
      id: 'orderNumber',
      width: 120,
      header: t.fields.orderNumber,
      quiet: true,
      from: onRequest,
      cell: ({ orderNumber }) => orderNumber,
    },
    {
      id: 'internalReference',
      width: 130,
      header: t.fields.internalReference,
      quiet: true,
      from: onRequest,
      cell: ({ internalReference }) => internalReference,
    },
    {
      id: 'files',
      width: 68,
      header: t.files,
      numeric: true,
      quiet: true,
      from: onRequest,
      cell: ({ files }) => format.number(files),
    },
    {
      id: 'reference',
      width: 150,
      header: t.fields.externalReferenceId,
      quiet: true,
      from: onRequest,
      cell: ({ externalReferenceId }) => externalReferenceId,
    },
  ];
}

/** A credit note is never late. */
function Due({ row: { state, credit }, due }: { row: InvoiceRow; due: string }) {
  const t = useText(invoicesText);
  const today = useToday();
  const isOpen = (state === 'received' || state === 'held') && !credit;
  const late = isOpen ? daysLate(due, today) : 0;
  if (late === 0) return due;
  return (
    <span className={styles.late}>
      {due} <small>{t.late(late)}</small>
    </span>
  );
}
