import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { maskPersonal } from '../../../../../common/numbers/organization.ts';
import type { Invoice } from '../../../api/types.ts';
import { useCompanyPath } from '../../../company.ts';
import { digitsOf, isNum, oneLine } from '../../../exact.ts';
import { useFormat } from '../../../format.ts';
import { Amount } from '../../../shared/record/amount.tsx';
import { StateBadge } from '../../../shared/record/state-badge.tsx';
import { useText } from '../../../text.ts';
import { Thumbnail } from '../files/thumbnails.tsx';
import { currencyOf, dayOf, numberOf } from '../known-fields.ts';
import { invoicesText } from '../text.ts';
import { comparedFields, isNoDate, type ComparedField } from './alike.ts';
import { BothDocuments } from './both-documents.tsx';
import styles from './duplicates.module.css';
import { duplicatesText } from './text.ts';

interface ComparedRow {
  name: string;
  differs: boolean;
  cell: (invoice: Invoice) => ReactNode;
}

export function Compared({ own, other }: { own: Invoice; other: Invoice }) {
  const t = useText(duplicatesText);
  const i = useText(invoicesText);
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const names = ({ files }: Invoice) => files.map(({ fileName }) => fileName).join();
  const rows: ComparedRow[] = [
    { name: t.state, differs: own.state !== other.state, cell: ({ state }) => <StateBadge state={state} /> },
    ...(own.supplier.number === other.supplier.number
      ? []
      : [
          { name: t.supplier, differs: true, cell: ({ supplier }: Invoice) => `${supplier.name} (${supplier.number})` },
        ]),
    ...comparedFields(own, other).map(({ field, differs }) => ({
      name: { ...i.fields, ...i.sumFields }[field],
      differs,
      cell: (invoice: Invoice) => show(invoice, field),
    })),
    {
      name: i.arrived,
      differs: own.partner !== other.partner,
      cell: ({ createdAt, partner }) => `${format.dateTime(createdAt)}, ${partner}`,
    },
    {
      name: i.files,
      differs: names(own) !== names(other),
      cell: (invoice) => <FirstFiles invoice={invoice} onShow={() => setOpened(true)} />,
    },
  ];
  return (
    <>
      <table className={styles.table} aria-label={t.compared(numberOf(other.document))}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t.field}</VisuallyHidden>
            </th>
            <th scope="col">{t.own}</th>
            <th scope="col">{i.invoice(numberOf(other.document))}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, differs, cell }) => (
            <tr key={name} data-differs={differs || undefined}>
              <th scope="row">
                {name}
                {differs && <VisuallyHidden> ({t.differs})</VisuallyHidden>}
              </th>
              <td>{cell(own)}</td>
              <td>{cell(other)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <BothDocuments invoices={[own, other]} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

const amounts = new Set<string>(['totalPrice', 'totalVat']);

function show(invoice: Invoice, field: ComparedField): ReactNode {
  const { document } = invoice;
  const value = document[field];
  if (value === null || value === undefined || value === '' || isNoDate(field, value)) return '–';
  if (!isNum(value)) return field === 'supplierOrganizationalNumber' ? maskPersonal(oneLine(value)) : oneLine(value);
  if (amounts.has(field)) return <Amount value={value} currency={currencyOf(document)} />;
  return dayOf(invoice, field) ?? digitsOf(value);
}

/** More tiles would not help to compare; the dialog has all files. */
const maxFiles = 3;

function FirstFiles({ invoice, onShow }: { invoice: Invoice; onShow: () => void }) {
  const t = useText(duplicatesText);
  const path = useCompanyPath()(`/invoices/${encodeURIComponent(invoice.id)}`);
  if (invoice.files.length === 0) return t.noFile;
  return (
    <div className={styles.files}>
      {invoice.files.slice(0, maxFiles).map((file) => (
        <UnstyledButton
          key={file.id}
          className={styles.file}
          title={`${file.fileName}: ${t.showBoth}`}
          onClick={onShow}
        >
          <Thumbnail file={file} path={path} />
          <span className={styles.name}>{file.fileName}</span>
        </UnstyledButton>
      ))}
      {invoice.files.length > maxFiles && `+${invoice.files.length - maxFiles}`}
    </div>
  );
}
