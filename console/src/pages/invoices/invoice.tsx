import { Grid, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Invoice, InvoicePath } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { Panel } from '../../shared/panel.tsx';
import { RecordOf } from '../../shared/record.tsx';
import { TimelinePanel } from '../../shared/timeline.tsx';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';
import { Comparison } from './comparison.tsx';
import { DecisionBar } from './decide/bar.tsx';
import { Files } from './files.tsx';
import { Findings } from './findings/findings.tsx';
import { InvoiceFields } from './invoice-fields.tsx';
import styles from './invoice.module.css';
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
  return (
    <Stack gap="lg">
      <div className={styles.bar}>
        <DecisionBar invoice={invoice} path={path} />
      </div>
      <Findings invoice={invoice} path={path} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="lg">
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
            <UnknownFields document={invoice.document} />
            <TimelinePanel entries={invoice.timeline} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Files files={invoice.files} path={path} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
