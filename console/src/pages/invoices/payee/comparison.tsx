import { Box, Group, Table, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { maskPersonal } from '../../../../../common/numbers/organization.ts';
import { useFormat } from '../../../format.ts';
import { Link } from '../../../shared/page/link.tsx';
import { CallBack } from '../../../shared/record/call-back.tsx';
import { Panel } from '../../../shared/record/panel.tsx';
import { Severity } from '../../../shared/record/severity.tsx';
import { Value } from '../../../shared/record/value.tsx';
import { bareNumber, groupIban } from '../../../shared/record/whole-value.ts';
import { findingsText } from '../findings/text.ts';
import { suppliersText } from '../../../text/suppliers.ts';
import { useText } from '../../../text.ts';
import { comparedRows, isAboutPayee, type ComparedRow } from './comparison-rows.ts';
import { Findable } from '../files/find/findable.tsx';
import styles from './comparison.module.css';
import { TakeOver } from './take-over.tsx';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

export function Comparison({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(findingsText);
  const format = useFormat();
  const { companyId } = route.useParams();
  const { number, payeeChangedAt, proposed } = invoice.supplier;
  if (!isAboutPayee(invoice)) return null;
  return (
    <Panel title={t.compared} padded={false} dense>
      <Table fz="sm" verticalSpacing={3} horizontalSpacing="md" aria-label={t.compared} className={styles.compared}>
        <Table.Thead>
          <Table.Tr>
            {[t.field, t.onInvoice, t.inRecord, t.comparison].map((header) => (
              <Table.Th key={header}>{header}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {comparedRows(invoice).map((row) => (
            <Row key={row.name} row={row} />
          ))}
        </Table.Tbody>
      </Table>
      <Box px="md" pt={6}>
        <CallBack {...invoice.supplier} isOtherProposed={proposed.includes('phone')} />
      </Box>
      <Group px="md" py={6} gap="sm" justify="space-between">
        <Text size="sm" c="dimmed">
          {payeeChangedAt !== null && `${t.payeeChanged(format.date(payeeChangedAt))} `}
          <Link
            to="/companies/$companyId/suppliers/$number"
            params={{ companyId, number }}
            size="sm"
            underline="always"
          >
            {t.toRecord}
          </Link>
        </Text>
        <TakeOver invoice={invoice} path={path} />
      </Group>
    </Panel>
  );
}

function Row({ row }: { row: ComparedRow }) {
  const t = useText(findingsText);
  const { fields } = useText(suppliersText);
  const { name, sent, recorded, outcome, grade } = row;
  return (
    <Table.Tr data-marked={differs(row) ? grade : undefined}>
      <Table.Th scope="row">{fields[name]}</Table.Th>
      <Table.Td>
        <Findable kind={name === 'name' ? 'text' : 'digits'} value={sent} copied={copiedOf(name, sent)}>
          {shown(name, sent)}
        </Findable>
      </Table.Td>
      <Table.Td>
        <Value copied={copiedOf(name, recorded)}>{shown(name, recorded)}</Value>
      </Table.Td>
      <Table.Td>
        {outcome !== undefined &&
          (differs(row) ? <Severity severity={grade}>{t.outcomes[outcome]}</Severity> : t.outcomes[outcome])}
      </Table.Td>
    </Table.Tr>
  );
}

const copiedOf = (name: ComparedRow['name'], value: string) =>
  name === 'name' ? value : bareNumber(name === 'organizationalNumber' ? maskPersonal(value) : value);

const differs = ({ outcome }: ComparedRow) => outcome === 'differs' || outcome === 'missing';

const shown = (name: ComparedRow['name'], value: string) =>
  (name === 'organizationalNumber' ? maskPersonal(value) : groupIban(value)) || '–';
