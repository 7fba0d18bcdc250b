import { getRouteApi } from '@tanstack/react-router';
import type { Invoice, InvoicePath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { isNum } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { Decision } from '../../shared/decision.tsx';
import { Panel } from '../../shared/panel.tsx';
import { Page } from '../../shared/page.tsx';
import { RecordOf } from '../../shared/record.tsx';
import { StateBadge } from '../../shared/state-badge.tsx';
import { TimelinePanel } from '../../shared/timeline.tsx';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';
import { Comparison } from './comparison.tsx';
import { Files } from './files.tsx';
import { SearchProvider } from './files/search.tsx';
import { Findings } from './findings/findings.tsx';
import { InvoiceFields } from './invoice-fields.tsx';
import { currencyOf } from './known-fields.ts';
import { SideBySide } from './layout/side-by-side.tsx';
import { Lines } from './lines.tsx';
import { Release } from './release.tsx';
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
  const { document } = invoice;
  return (
    <SearchProvider>
      <SideBySide
        bar={<Bar invoice={invoice} path={path} />}
        fields={
          <>
            <Findings invoice={invoice} path={path} />
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
        file={<Files files={invoice.files} path={path} />}
      />
    </SearchProvider>
  );
}

function Bar({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(invoicesText);
  const format = useFormat();
  const { document, supplier } = invoice;
  const total = isNum(document.totalPrice) ? format.amount(document.totalPrice, currencyOf(document)) : '';
  return (
    <Page
      title={t.invoice(String(document.supplierInvoiceNumber || document.externalReferenceId))}
      aside={<StateBadge state={invoice.state} size="lg" />}
      intro={`${supplier.name} · ${total} · ${invoice.partner}, ${format.dateTime(invoice.createdAt)}`}
      actions={<Decisions invoice={invoice} path={path} />}
    >
      {null}
    </Page>
  );
}

function Decisions({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(invoicesText);
  const { actions } = invoice;
  return (
    <>
      <Release invoice={invoice} path={path} />
      <Decision
        against
        action={actions.reject}
        words={t.reject}
        about={t.rejectAbout}
        decided={t.rejected}
        send={(reason) => change('POST', `${path}/reject`, { reason })}
      />
      <Decision
        action={actions.approve}
        words={t.approve}
        about={t.approveAbout}
        decided={t.approved}
        send={(comment) => change('POST', `${path}/approve`, comment === '' ? {} : { comment })}
      />
    </>
  );
}
