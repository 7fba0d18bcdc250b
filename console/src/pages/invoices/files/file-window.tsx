import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { useCompanyPath } from '../../../company.ts';
import { isNum } from '../../../exact.ts';
import { useFormat } from '../../../format.ts';
import { RecordOf } from '../../../shared/record/record.tsx';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import { currencyOf, numberOf } from '../known-fields.ts';
import { Files } from './files.tsx';
import { SearchProvider } from './find/search.tsx';
import { OwnWindowProvider, useShownElsewhere, type ShownFile } from './own-window.ts';
import styles from './viewer.module.css';

const route = getRouteApi('/companies/$companyId/invoices/$invoiceId/file');

/** A window with nothing but files, for a second screen. It shows the files of the invoice that other windows show. */
export function FileWindow() {
  const { companyId, invoiceId } = route.useParams();
  const { file } = route.useSearch();
  const path = useCompanyPath()(`/invoices/${encodeURIComponent(invoiceId)}`);
  const navigate = route.useNavigate();
  const show = useCallback(
    ({ file: shown, ...params }: ShownFile) =>
      void navigate({
        to: '/companies/$companyId/invoices/$invoiceId/file',
        params,
        search: { file: shown },
        replace: true,
      }),
    [navigate],
  );
  useShownElsewhere(show);
  return (
    <OwnWindowProvider value>
      <main className={styles.window}>
        <RecordOf key={`${companyId} ${invoiceId} ${file}`} path={path}>
          {(invoice) => <InvoiceFiles invoice={invoice} path={path} file={file} />}
        </RecordOf>
      </main>
    </OwnWindowProvider>
  );
}

function InvoiceFiles({ invoice, path, file }: { invoice: Invoice; path: InvoicePath; file: string | undefined }) {
  const t = useText(invoicesText);
  const format = useFormat();
  const { document: sent, supplier } = invoice;
  const title = t.invoice(numberOf(sent));
  const total = isNum(sent.totalPrice) ? format.amount(sent.totalPrice, currencyOf(sent)) : '';
  useEffect(() => {
    document.title = `${title} · Doorway`;
  }, [title]);
  return (
    <>
      <div className={styles.head}>
        <Text component="h1" size="sm" fw={650} m={0}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {[supplier.name, total].filter((part) => part !== '').join(' · ')}
        </Text>
      </div>
      <SearchProvider findings={invoice.findings}>
        <Files files={invoice.files} path={path} first={file} />
      </SearchProvider>
    </>
  );
}
