import { Badge, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Invoice } from '../../../api/types.ts';
import { Link } from '../../../shared/page/link.tsx';
import { decideText } from '../../../decisions/text.ts';
import { useText } from '../../../text.ts';
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

export function CreditLinks({ invoice: { credits, creditedBy, document } }: { invoice: Invoice }) {
  const t = useText(decideText);
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
    </>
  );
}

function Related({ words, invoices }: { words: string; invoices: Invoice['credits'] }) {
  const { companyId } = route.useParams();
  return (
    <Text size="sm">
      {words}{' '}
      {invoices.map(({ id, supplierInvoiceNumber }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Link
            to="/companies/$companyId/invoices/$invoiceId"
            params={{ companyId, invoiceId: id }}
            size="sm"
            underline="always"
          >
            {supplierInvoiceNumber || id}
          </Link>
        </Fragment>
      ))}
    </Text>
  );
}
