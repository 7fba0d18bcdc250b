import { Grid, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Invoice, InvoicePath } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { isNum } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { Page } from '../../shared/page.tsx';
import { Panel } from '../../shared/panel.tsx';
import { RecordOf } from '../../shared/record.tsx';
import { StateBadge } from '../../shared/state-badge.tsx';
import { TimelineOf } from '../../shared/timeline.tsx';
import { common } from '../../text/common.ts';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';
import { Decide } from './decide.tsx';
import { Files } from './files.tsx';
import { Findings } from './findings.tsx';
import { InvoiceFields } from './invoice-fields.tsx';
import { articlesOf, currencyOf } from './known-fields.ts';
import { Lines } from './lines.tsx';
import { Sums } from './sums.tsx';
import { UnknownFields } from './unknown-fields.tsx';
import styles from './invoice.module.css';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

export function InvoicePage() {
  const { invoiceId } = route.useParams();
  const path = useCompanyPath()(`/invoices/${encodeURIComponent(invoiceId)}`);
  return <RecordOf path={path}>{(invoice) => <InvoiceView invoice={invoice} path={path} />}</RecordOf>;
}

function InvoiceView({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(invoicesText);
  const c = useText(common);
  const format = useFormat();
  const { document, supplier } = invoice;
  const total = isNum(document.totalPrice) ? format.amount(document.totalPrice, currencyOf(document)) : '';
  const title = t.invoice(String(document.supplierInvoiceNumber || document.externalReferenceId));
  return (
    <Page
      title={title}
      aside={<StateBadge state={invoice.state} size="lg" />}
      intro={`${supplier.name} · ${total} · ${invoice.partner}, ${format.dateTime(invoice.createdAt)}`}
      actions={<Decide invoice={invoice} path={path} />}
    >
      <Findings findings={invoice.findings} document={document} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="lg">
            <Panel title={t.details}>
              <InvoiceFields document={document} supplier={supplier} />
            </Panel>
            <Panel title={t.lines} padded={false}>
              <Lines articles={articlesOf(document)} />
            </Panel>
            <Panel title={t.sums}>
              <Sums document={document} />
            </Panel>
            <UnknownFields document={document} />
            <Panel title={c.timeline}>
              <TimelineOf entries={invoice.timeline} />
            </Panel>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }} className={styles.beside}>
          <Files files={invoice.files} path={path} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}
