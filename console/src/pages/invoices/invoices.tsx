import { getRouteApi } from '@tanstack/react-router';
import { useCompanyPath } from '../../company.ts';
import { ListPage } from '../../shared/list/list-page.tsx';
import { invoicesText } from './text.ts';
import { useText } from '../../text.ts';
import { useBulk } from './bulk/use-bulk.tsx';
import { useDecisionKeys } from '../../decisions/list-keys.ts';
import { useColumns } from './list/columns.tsx';
import { useInvoiceFilters } from './list/filters.tsx';
import { TotalsLine } from './list/totals.tsx';
import { Views } from './views/views.tsx';

const route = getRouteApi('/inside/companies/$companyId/invoices');

export function Invoices() {
  const t = useText(invoicesText);
  const search = route.useSearch();
  useDecisionKeys();
  return (
    <ListPage
      text={t}
      icon="invoices"
      lines
      name="invoices"
      path={useCompanyPath()('/invoices')}
      search={search}
      views={<Views search={search} />}
      aside={<TotalsLine search={search} />}
      filters={useInvoiceFilters()}
      columns={useColumns()}
      rowKey={({ id }) => id}
      defaultSort="-createdAt"
      opens
      {...useBulk(search)}
    />
  );
}
