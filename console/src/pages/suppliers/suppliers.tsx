import { Badge, Group } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { SupplierRow } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { textFilter } from '../../shared/list/filters.tsx';
import { ImportOrNew } from '../../shared/form/import-or-new.tsx';
import { Link } from '../../shared/page/link.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import type { Column } from '../../shared/list/list-table.tsx';
import { TwoLines } from '../../shared/record/two-lines.tsx';
import { common } from '../../text/common.ts';
import { groupIban } from '../../shared/record/whole-value.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';
import { WaitingProposals } from './waiting-proposals.tsx';

const route = getRouteApi('/inside/companies/$companyId/suppliers');

export function Suppliers() {
  const t = useText(suppliersText);
  const c = useText(common);
  const { companyId } = route.useParams();
  return (
    <ListPage
      text={t}
      icon="suppliers"
      actions={<Actions />}
      start={
        <Group mt="xs">
          <Actions />
        </Group>
      }
      path={useCompanyPath()('/suppliers')}
      search={route.useSearch()}
      filters={[textFilter('q', { search: true, label: c.search, placeholder: t.searchHint, width: 360 })]}
      columns={useColumns()}
      rowKey={({ number }) => number}
      defaultSort="number"
      toolbar={() => <WaitingProposals companyId={companyId} />}
      opens
    />
  );
}

function Actions() {
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const params = { companyId };
  return (
    <ImportOrNew
      words={useText(suppliersText)}
      onImport={() => void navigate({ to: '/companies/$companyId/import/suppliers', params })}
      onNew={() => void navigate({ to: '/companies/$companyId/new/supplier', params })}
    />
  );
}

function useColumns(): Column<SupplierRow>[] {
  const t = useText(suppliersText);
  const format = useFormat();
  const { companyId } = route.useParams();
  return [
    { header: t.fields.number, sort: 'number', cell: ({ number }) => number },
    {
      header: t.fields.name,
      grows: true,
      sort: 'name',
      cell: ({ number, name, organizationalNumber, blocked }) => (
        <TwoLines
          first={
            <Group gap="xs" component="span">
              <Link to="/companies/$companyId/suppliers/$number" params={{ companyId, number }} fw={600}>
                {name}
              </Link>
              {blocked && (
                <Badge color="red.9" size="sm" tt="none">
                  {t.blocked}
                </Badge>
              )}
            </Group>
          }
          second={organizationalNumber}
        />
      ),
    },
    { header: t.fields.city, quiet: true, from: 1180, cell: ({ city }) => city },
    { header: t.fields.bankGiro, tight: true, cell: ({ bankGiro }) => bankGiro },
    { header: t.fields.postGiro, tight: true, cell: ({ postGiro }) => postGiro },
    // In groups of four, as on paper.
    { header: t.fields.iban, tight: true, from: 1280, cell: ({ iban }) => groupIban(iban) },
    { header: t.updated, tight: true, quiet: true, sort: 'updatedAt', cell: ({ updatedAt }) => format.date(updatedAt) },
  ];
}
