import { Badge, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Supplier, SupplierPath } from '../../api/types.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Fields, type Field } from '../../shared/record/fields.tsx';
import { Json } from '../../shared/record/json.tsx';
import { ButtonLink } from '../../shared/page/link.tsx';
import { Page } from '../../shared/page/page.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { Severity } from '../../shared/record/severity.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { common } from '../../text/common.ts';
import { rulesText } from '../../text/rules.ts';
import { groupIban } from '../../shared/record/whole-value.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { named, useText } from '../../text.ts';
import { BlockedNotice, BlockSupplier } from './block-supplier.tsx';
import { ConfirmAccount } from './confirm-account.tsx';
import { EditSupplier } from './edit-supplier.tsx';
import { LatestInvoices } from './latest-invoices.tsx';
import { LookAlikes } from './look-alikes.tsx';
import { SupplierFigures } from './supplier-figures.tsx';
import { Proposals } from './proposals.tsx';
import { SupplierHistory } from './supplier-history.tsx';
import { supplierFields } from './supplier-inputs.tsx';

const route = getRouteApi('/inside/companies/$companyId/suppliers/$number');

export function SupplierPage() {
  const { number } = route.useParams();
  const path = useCompanyPath()(`/suppliers/${encodeURIComponent(number)}`);
  return <RecordOf path={path}>{(supplier) => <SupplierView supplier={supplier} path={path} />}</RecordOf>;
}

function SupplierView({ supplier, path }: { supplier: Supplier; path: SupplierPath }) {
  const t = useText(suppliersText);
  const c = useText(common);
  const { names } = useText(rulesText);
  const format = useFormat();
  const { companyId } = route.useParams();
  const mayEdit = useAllowed('edit');
  const { allowed: administers } = useAllowed('administer');
  const [editing, setEditing] = useState(false);
  const by = named(c.nobodys, supplier.createdBy);
  const isImported = supplier.createdBy === 'the company';
  const accountState = ({ isConfirmed, confirmed }: Supplier) => {
    if (confirmed !== null) return `, ${t.confirmedBy(named(c.nobodys, confirmed.by), format.date(confirmed.at))}`;
    return isConfirmed ? '' : `, ${t.notConfirmed}`;
  };
  const fields: Field[] = [
    ...supplierFields.map((field): Field => [t.fields[field], groupIban(supplier[field])]),
    [t.registered, `${format.dateTime(supplier.createdAt)}, ${by}`],
    [t.account, `${isImported ? t.imported : t.registeredBy(by)}${accountState(supplier)}`],
    [t.updated, format.dateTime(supplier.updatedAt)],
  ];
  return (
    <Page
      title={supplier.name}
      aside={
        supplier.blocked !== null && (
          <Badge color="red.9" tt="none">
            {t.blocked}
          </Badge>
        )
      }
      actions={
        <>
          <ButtonLink
            variant="default"
            to="/companies/$companyId/invoices"
            params={{ companyId }}
            search={{ supplier: supplier.number }}
          >
            {t.invoices}
          </ButtonLink>
          {administers && (
            <ButtonLink
              variant="default"
              to="/companies/$companyId/erase/suppliers/$number"
              params={{ companyId, number: supplier.number }}
            >
              {t.erase}
            </ButtonLink>
          )}
          <BlockSupplier supplier={supplier} path={path} />
          <ActionButton action={mayEdit} onClick={() => setEditing(true)}>
            {t.edit}
          </ActionButton>
        </>
      }
    >
      <Stack gap="lg">
        <BlockedNotice blocked={supplier.blocked} />
        <ConfirmAccount supplier={supplier} path={path} />
        <LookAlikes companyId={companyId} supplier={supplier} alike={supplier.alike} />
        <Proposals supplier={supplier} path={path} />
        <Panel title={t.record}>
          {supplier.findings.map(({ code }) => (
            <Severity key={code} severity="warning">
              {names[code]}
            </Severity>
          ))}
          <Fields fields={fields} showEmpty />
        </Panel>
        <LatestInvoices number={supplier.number} />
        <SupplierFigures path={`${path}/figures`} />
        {Object.keys(supplier.extra).length > 0 && (
          <Panel title={t.extra}>
            <Text size="sm" c="dimmed" mb="sm">
              {t.extraAbout}
            </Text>
            {supplier.extraAccounts.map(({ path: field, account }) => (
              <Severity key={`${field} ${account}`} severity="warning">
                {t.extraAccount(account)}
              </Severity>
            ))}
            <Json value={supplier.extra} />
          </Panel>
        )}
        <Panel title={t.history} padded={false}>
          <SupplierHistory path={`${path}/history`} />
        </Panel>
      </Stack>
      <EditSupplier path={path} opened={editing} onClose={() => setEditing(false)} />
    </Page>
  );
}
