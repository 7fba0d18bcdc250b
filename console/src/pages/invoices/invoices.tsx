import { getRouteApi } from '@tanstack/react-router';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { ListPage } from '../../shared/list/list-page.tsx';
import { ButtonLink } from '../../shared/page/link.tsx';
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
      start={<ToPartners />}
      {...useBulk(search)}
    />
  );
}

function ToPartners() {
  const t = useText(invoicesText);
  const { companyId } = route.useParams();
  if (!useAllowed('administer').allowed) return null;
  return (
    <ButtonLink to="/companies/$companyId/partners" params={{ companyId }}>
      {t.toPartners}
    </ButtonLink>
  );
}
