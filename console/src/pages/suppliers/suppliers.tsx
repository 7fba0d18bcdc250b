import { getRouteApi } from '@tanstack/react-router';
import type { SupplierRow } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/empty.tsx';
import { Filters, TextFilter } from '../../shared/filters.tsx';
import { Link } from '../../shared/link.tsx';
import type { Column } from '../../shared/list-table.tsx';
import { List } from '../../shared/list.tsx';
import { Page } from '../../shared/page.tsx';
import { TwoLines } from '../../shared/two-lines.tsx';
import { isFiltered, useFilters } from '../../shared/use-filters.ts';
import { common } from '../../text/common.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';

const route = getRouteApi('/inside/companies/$companyId/suppliers');

export function Suppliers() {
  const t = useText(suppliersText);
  const c = useText(common);
  const path = useCompanyPath();
  const search = route.useSearch();
  const { set, clear } = useFilters();
  return (
    <Page title={t.title}>
      <Filters active={isFiltered(search)} onClear={clear}>
        <TextFilter
          search
          label={c.search}
          placeholder={t.searchHint}
          width={360}
          value={search.q}
          onChange={(q) => set({ q })}
        />
      </Filters>
      <List
        label={t.title}
        path={path('/suppliers')}
        query={search}
        columns={useColumns()}
        rowKey={({ number }) => number}
        defaultSort="number"
        onSort={(sort) => set({ sort })}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={<Empty title={t.emptyTitle} next={t.emptyNext} icon="suppliers" />}
      />
    </Page>
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
      sort: 'name',
      cell: ({ number, name, organizationalNumber }) => (
        <TwoLines
          first={
            <Link to="/companies/$companyId/suppliers/$number" params={{ companyId, number }} fw={600}>
              {name}
            </Link>
          }
          second={organizationalNumber}
        />
      ),
    },
    { header: t.fields.city, cell: ({ city }) => city },
    { header: t.fields.bankGiro, tight: true, cell: ({ bankGiro }) => bankGiro },
    { header: t.fields.postGiro, tight: true, cell: ({ postGiro }) => postGiro },
    { header: t.fields.iban, tight: true, cell: ({ iban }) => iban },
    { header: t.updated, tight: true, sort: 'updatedAt', cell: ({ updatedAt }) => format.date(updatedAt) },
  ];
}
