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
import { creditedIn, currencyOf, isCredit } from '../known-fields.ts';

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

/** The invoice that it credits, its credit notes and the rest, to be read before an approval. */
export function CreditLinks({ invoice: { credits, creditedBy, remaining, document } }: { invoice: Invoice }) {
  const t = useText(decideText);
  const format = useFormat();
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
      {remaining?.unknown !== undefined && <Text size="sm">{t.remainsUnknown[remaining.unknown]}</Text>}
      {remaining?.credited !== undefined && remaining.amount !== undefined && (
        <Text size="sm" fw={600}>
          {(remaining.amount.startsWith('-') ? t.exceeded : t.remains)(
            format.amount(remaining.credited, currencyOf(document)),
            format.amount(remaining.amount.replace('-', ''), currencyOf(document)),
          )}
        </Text>
      )}
    </>
  );
}

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
          ({invoiceDay} <Amount value={totalPrice} currency={currency} /> {named(states, state)})
        </Fragment>
      ))}
      {invoices.length > maxShown && ` ${t.moreFindings(invoices.length - maxShown)}`}
    </Text>
  );
}
