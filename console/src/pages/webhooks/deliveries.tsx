import { Anchor, Stack, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook, WebhookDelivery, WebhookPath } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { Dot } from '../../shared/page/dot.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { ExportMenu } from '../../shared/list/export-menu.tsx';
import { Filters, selectFilter, textFilter } from '../../shared/list/filters.tsx';
import type { Column } from '../../shared/list/list-table.tsx';
import { List } from '../../shared/list/list.tsx';
import { TwoLines } from '../../shared/record/two-lines.tsx';
import { isFiltered, useFilters } from '../../shared/list/use-filters.ts';
import { webhooksText } from './text.ts';
import { useText } from '../../text.ts';
import { DeliveryModal } from './delivery.tsx';
import { useReason, useTypeName } from './sending.ts';

const route = getRouteApi('/inside/companies/$companyId/webhooks/$webhookId');
const digits = (typed: string) => typed.replace(/\D/g, '').slice(0, 15);

export function Deliveries({ endpoint, path }: { endpoint: Webhook; path: WebhookPath }) {
  const t = useText(webhooksText);
  const typeName = useTypeName();
  const search = route.useSearch();
  const { set, clear } = useFilters();
  const [open, setOpen] = useState<string>();
  const types = endpoint.types.length > 0 ? endpoint.types : Object.keys(t.typeNames);
  const filters = [
    selectFilter('outcome', { label: t.outcome, options: Object.entries(t.outcomes) }),
    selectFilter('type', {
      label: t.event,
      options: [...types, 'webhook.test'].map((type) => [type, typeName(type)]),
      width: 220,
    }),
    textFilter('seq', { label: t.number, inputMode: 'decimal', rewrite: digits, width: 110 }),
  ];
  const filtered = isFiltered(search);
  return (
    <Stack gap="sm" component="section" aria-label={t.deliveries}>
      <Title order={2} size="h4">
        {t.deliveries}
      </Title>
      <Filters
        filters={filters}
        chosen={search}
        set={set}
        onClear={clear}
        active={filtered}
        tools={<ExportMenu path={`${path}/deliveries`} query={search} />}
      />
      <List
        label={t.deliveries}
        path={`${path}/deliveries`}
        query={search}
        rowKey={({ id }) => id}
        defaultSort="-at"
        filtered={filtered}
        onClear={clear}
        empty={<Empty title={t.noDeliveries} next={t.noDeliveriesNext} icon="webhooks" />}
        columns={useColumns(setOpen)}
      />
      <DeliveryModal path={path} id={open} onClose={() => setOpen(undefined)} />
    </Stack>
  );
}

function useColumns(open: (id: string) => void): Column<WebhookDelivery>[] {
  const t = useText(webhooksText);
  const format = useFormat();
  const typeName = useTypeName();
  const reason = useReason();
  return [
    {
      header: t.at,
      tight: true,
      cell: ({ id, at }) => (
        <Anchor component="button" type="button" data-opens-row fw={600} size="sm" ta="start" onClick={() => open(id)}>
          {format.seconds(at)}
        </Anchor>
      ),
    },
    { header: t.number, numeric: true, cell: ({ seq }) => (seq === 0 ? '' : seq) },
    { header: t.event, cell: ({ type }) => typeName(type) },
    {
      header: t.outcome,
      cell: (row) => (
        <TwoLines
          first={
            <Dot color={row.error === null ? 'teal.6' : 'orange.6'}>
              {t.outcomes[row.outcome]}
              {row.status !== null && ` · ${row.status}`}
            </Dot>
          }
          second={row.error !== null && row.status === null && reason(row)}
        />
      ),
    },
    {
      header: t.answer,
      grows: true,
      quiet: true,
      cell: ({ answer }) => answer,
    },
    { header: t.took, numeric: true, cell: ({ tookMs }) => t.milliseconds(format.number(tookMs)) },
    { header: t.askedBy, cell: ({ askedBy }) => askedBy },
  ];
}
