import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookState } from '../../api/types.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Link } from '../../shared/page/link.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import type { Column } from '../../shared/list/list-table.tsx';
import { pickerFilter } from '../../shared/form/picker.tsx';
import { TwoLines } from '../../shared/record/two-lines.tsx';
import { common } from '../../text/common.ts';
import { webhooksText } from './text.ts';
import { useText } from '../../text.ts';
import { EndpointState } from './endpoint-state.tsx';
import { NewEndpoint } from './endpoint-form.tsx';
import { useTypeName } from './sending.ts';

const route = getRouteApi('/inside/companies/$companyId/webhooks');

export function Webhooks() {
  const t = useText(webhooksText);
  const c = useText(common);
  const search = route.useSearch();
  const administer = useAllowed('administer');
  const [creating, setCreating] = useState(false);
  const button = (
    <ActionButton action={administer} leftSection={<Icon name="plus" size={15} />} onClick={() => setCreating(true)}>
      {t.newEndpoint}
    </ActionButton>
  );
  return (
    <>
      <ListPage
        text={t}
        icon="webhooks"
        path={useCompanyPath()('/webhooks')}
        search={search}
        filters={[pickerFilter('partner', { of: 'partner', label: c.partner, folds: false, width: 200 })]}
        actions={button}
        columns={useColumns()}
        rowKey={({ id }) => id}
        defaultSort="createdAt"
        opens
      />
      <NewEndpoint opened={creating} partner={search.partner} onClose={() => setCreating(false)} />
    </>
  );
}

function useColumns(): Column<WebhookState>[] {
  const t = useText(webhooksText);
  const format = useFormat();
  const typeName = useTypeName();
  const { companyId } = route.useParams();
  const { allowed: administers } = useAllowed('administer');
  const whose = ({ partner }: WebhookState) => partner ?? t.company;
  const columns: Column<WebhookState>[] = [
    {
      header: administers ? t.url : t.forWhom,
      grows: true,
      cell: (row) => (
        <Link to="/companies/$companyId/webhooks/$webhookId" params={{ companyId, webhookId: row.id }} fw={600}>
          {row.url ?? whose(row)}
        </Link>
      ),
    },
    {
      header: t.state,
      tight: true,
      cell: (row) => (
        <TwoLines
          first={<EndpointState endpoint={row} />}
          second={
            row.switchedOffAt !== null
              ? format.dateTime(row.switchedOffAt)
              : row.failingSince !== null && format.dateTime(row.failingSince)
          }
        />
      ),
    },
  ];
  // The API sends the rest to administrators only.
  if (!administers) return columns;
  return [
    ...columns,
    { header: t.forWhom, cell: whose },
    {
      header: t.types,
      quiet: true,
      cell: ({ types = [] }) => (types.length === 0 ? t.allTypes : types.map(typeName).join(', ')),
    },
    {
      header: t.waiting,
      numeric: true,
      cell: ({ behind = 0, behindAtLeast }) =>
        behindAtLeast ? t.atLeast(format.number(behind)) : format.number(behind),
    },
    {
      header: t.lastDelivery,
      tight: true,
      cell: ({ deliveredAt = null }) => (deliveredAt === null ? t.never : format.dateTime(deliveredAt)),
    },
  ];
}
