import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Invoice, InvoiceDocument, InvoicePath } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { SeenProvider } from '../../decisions/seen.tsx';
import { Json } from '../../shared/record/json.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { TimelinePanel } from '../../shared/record/timeline.tsx';
import { invoicesText } from './text.ts';
import { useText } from '../../text.ts';
import { LookAlikes } from '../suppliers/look-alikes.tsx';
import { Coding } from './coding/coding.tsx';
import { DecisionBar } from './decide/bar.tsx';
import { Duplicates } from './duplicates/duplicates.tsx';
import { DuplicatesContext } from './duplicates/evidence.tsx';
import { Files } from './files/files.tsx';
import { AheadProvider } from './files/sheets/ahead.tsx';
import { SearchProvider } from './files/find/search.tsx';
import { Holds, QuietFindings, Warnings } from './findings/findings.tsx';
import { openOf } from './findings/places.ts';
import { InvoiceFields } from './invoice-fields.tsx';
import { SideBySide } from './layout/side-by-side.tsx';
import { unknownOf } from './known-fields.ts';
import { LineCount, Lines } from './lines.tsx';
import { Comparison } from './payee/comparison.tsx';
import { Questions } from './questions/questions.tsx';
import { Sums } from './sums/sums.tsx';
import { Assign } from './together/assign.tsx';
import { Notes } from './together/notes.tsx';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

export function InvoicePage() {
  const { invoiceId } = route.useParams();
  const path = useCompanyPath()(`/invoices/${encodeURIComponent(invoiceId)}`);
  return (
    <AheadProvider>
      <RecordOf path={path}>
        {(invoice) => (
          <SeenProvider key={invoice.id} content={contentOf(invoice)}>
            <DuplicatesContext value={invoice.duplicates}>
              <InvoiceView invoice={invoice} path={path} />
            </DuplicatesContext>
          </SeenProvider>
        )}
      </RecordOf>
    </AheadProvider>
  );
}

/** A new finding must be seen too. */
const contentOf = ({ findings }: Invoice): string =>
  openOf(findings)
    .map(({ place }) => place)
    .join();

function InvoiceView({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(invoicesText);
  const { document } = invoice;
  const { companyId } = route.useParams();
  return (
    <SearchProvider findings={invoice.findings}>
      <SideBySide
        bar={<DecisionBar invoice={invoice} path={path} />}
        main={
          <>
            <Holds invoice={invoice} path={path} />
            <Duplicates invoice={invoice} path={path} />
            <Questions invoice={invoice} path={path} />
            <Warnings invoice={invoice} path={path} />
            <Comparison invoice={invoice} path={path} />
            <LookAlikes companyId={companyId} supplier={invoice.supplier} alike={invoice.supplier.alike} />
            <QuietFindings invoice={invoice} path={path} />
            <Panel title={t.details} actions={<Assign invoice={invoice} path={path} />} dense>
              <InvoiceFields invoice={invoice} />
            </Panel>
            <Coding invoice={invoice} path={path} />
            <Panel title={t.lines} actions={<LineCount invoice={invoice} />} padded={false} dense>
              <Lines invoice={invoice} />
            </Panel>
            <Panel title={t.sums} dense>
              <Sums invoice={invoice} />
            </Panel>
          </>
        }
        beside={
          <>
            <Notes invoice={invoice} path={path} />
            <UnknownFields document={document} />
            <TimelinePanel entries={invoice.timeline} dense />
          </>
        }
        file={<Files files={invoice.files} path={path} attaches />}
        hasFile={invoice.files.length > 0}
      />
    </SearchProvider>
  );
}

function UnknownFields({ document }: { document: InvoiceDocument }) {
  const t = useText(invoicesText);
  const unknown = unknownOf(document);
  if (Object.keys(unknown).length === 0) return null;
  return (
    <Panel title={t.unknown} dense>
      <Text size="sm" c="dimmed" mb="sm">
        {t.unknownAbout}
      </Text>
      <Json value={unknown} />
    </Panel>
  );
}
