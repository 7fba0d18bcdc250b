import { getRouteApi } from '@tanstack/react-router';
import type { Invoice, InvoicePath } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { isNum } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { Panel } from '../../shared/panel.tsx';
import { RecordPage } from '../../shared/record-page.tsx';
import { RecordOf } from '../../shared/record.tsx';
import { TimelinePanel } from '../../shared/timeline.tsx';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';
import { Comparison } from './comparison.tsx';
import { Files } from './files.tsx';
import { Findings } from './findings/findings.tsx';
import { InvoiceFields } from './invoice-fields.tsx';
import { currencyOf } from './known-fields.ts';
import { Lines } from './lines.tsx';
import { Sums } from './sums.tsx';
import { UnknownFields } from './unknown-fields.tsx';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

export function InvoicePage() {
  const { invoiceId } = route.useParams();
  const path = useCompanyPath()(`/invoices/${encodeURIComponent(invoiceId)}`);
  return <RecordOf path={path}>{(invoice) => <InvoiceView invoice={invoice} path={path} />}</RecordOf>;
}

function InvoiceView({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(invoicesText);
  const format = useFormat();
  const { document, supplier } = invoice;
  const total = isNum(document.totalPrice) ? format.amount(document.totalPrice, currencyOf(document)) : '';
  const title = t.invoice(String(document.supplierInvoiceNumber || document.externalReferenceId));
  return (
    <RecordPage
      title={title}
      state={invoice.state}
      intro={`${supplier.name} · ${total} · ${invoice.partner}, ${format.dateTime(invoice.createdAt)}`}
      above={<Findings invoice={invoice} path={path} />}
      splitFrom="lg"
      main={
        <>
          <Comparison invoice={invoice} path={path} />
          <Panel title={t.details}>
            <InvoiceFields invoice={invoice} />
          </Panel>
          <Panel title={t.lines} padded={false}>
            <Lines invoice={invoice} />
          </Panel>
          <Panel title={t.sums}>
            <Sums invoice={invoice} />
          </Panel>
          <UnknownFields document={document} />
          <TimelinePanel entries={invoice.timeline} />
        </>
      }
      beside={<Files files={invoice.files} path={path} />}
      staysInView
    />
  );
}
