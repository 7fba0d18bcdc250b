import { Badge, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Invoice } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Link } from '../../../shared/page/link.tsx';
import { Amount } from '../../../shared/record/amount.tsx';
import { decideText } from '../../../decisions/text.ts';
import { common } from '../../../text/common.ts';
import { named, useText } from '../../../text.ts';
import { creditedIn, isCredit } from '../known-fields.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

export function CreditMark({ document }: Pick<Invoice, 'document'>) {
  const t = useText(decideText);
  if (!isCredit(document)) return null;
  return (
    <Badge variant="outline" color="grape" tt="none" size="lg">
      {t.credit}
    </Badge>
  );
}

export function CreditLinks({ invoice }: { invoice: Invoice }) {
  const t = useText(decideText);
  const { credits, creditedBy, document } = invoice;
  const reference = creditedIn(document);
  return (
    <>
      {credits.length > 0 && <Related words={t.credits} invoices={credits} />}
      {credits.length === 0 && reference !== '' && (
        <Text size="sm" c="dimmed">
          {t.credits} {reference}
        </Text>
      )}
      {creditedBy.length > 0 && <Related words={t.creditedBy} invoices={creditedBy} />}
      <CreditWords invoice={invoice} />
    </>
  );
}

/** What an approver must know: what the credit notes leave of the invoice, and whether the credited one is decided. */
export function CreditWords({ invoice: { credits, remaining } }: { invoice: Invoice }) {
  const t = useText(decideText);
  const { states } = useText(common);
  const format = useFormat();
  const [credited, another] = credits;
  return (
    <>
      {credited !== undefined && another === undefined && (
        <Text size="sm">
          {(credited.state === 'received' || credited.state === 'held' ? t.creditedOpen : t.creditedDecided)(
            credited.supplierInvoiceNumber || credited.id,
            named(states, credited.state),
          )}
        </Text>
      )}
      {remaining !== null && (
        <Text size="sm" fw={600}>
          {remaining.amount === null || remaining.credited === null
            ? t.remainsUnknown[remaining.unknown ?? 'total']
            : t.remains(
                remaining.creditNotes,
                format.amount(remaining.credited, remaining.currency),
                format.amount(remaining.amount.replace('-', ''), remaining.currency),
                remaining.amount.startsWith('-'),
              )}
        </Text>
      )}
    </>
  );
}

/** The list of invoices finds the rest. */
const maxShown = 10;

function Related({ words, invoices }: { words: string; invoices: Invoice['credits'] }) {
  const { companyId } = route.useParams();
  const t = useText(decideText);
  const { states } = useText(common);
  return (
    <Text size="sm">
      {words}{' '}
      {invoices.slice(0, maxShown).map(({ id, supplierInvoiceNumber, invoiceDay, totalPrice, currency, state }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Link
            to="/companies/$companyId/invoices/$invoiceId"
            params={{ companyId, invoiceId: id }}
            size="sm"
            underline="always"
          >
            {supplierInvoiceNumber || id}
          </Link>{' '}
          ({invoiceDay !== null && `${invoiceDay}, `}
          {totalPrice !== null && (
            <>
              <Amount value={totalPrice} currency={currency} />
              {', '}
            </>
          )}
          {named(states, state)})
        </Fragment>
      ))}
      {invoices.length > maxShown && ` ${t.moreFindings(invoices.length - maxShown)}`}
    </Text>
  );
}
