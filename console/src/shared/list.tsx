import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Address, Query, Row } from '../api/addresses.ts';
import { addressOf } from '../api.ts';
import { useFormat } from '../format.ts';
import { usePreferences } from '../preferences.tsx';
import { common } from '../text/common.ts';
import { useText } from '../text.ts';
import { CatchingUp } from './catching-up.tsx';
import { Empty } from './empty.tsx';
import { Failure } from './failure.tsx';
import { Icon } from './icon.tsx';
import { ListTable, type Column } from './list-table.tsx';
import { RowsSkeleton } from './skeletons.tsx';
import { useList } from './use-list.ts';

interface Props<A extends Address> {
  /** What the list is of, for screen readers. */
  label: string;
  path: A;
  query: Query<A>;
  columns: Column<Row<A>>[];
  rowKey: (row: Row<A>) => string;
  defaultSort: string;
  onSort?: (sort: string) => void;
  /** Whether a filter is set: then an empty list is not an empty company. */
  filtered: boolean;
  onClear?: () => void;
  empty: ReactNode;
  csv?: boolean;
  /** Whether the service answers this list as JSON lines, too. */
  jsonLines?: boolean;
  /** Whether the rows have lines, which are a file of their own. */
  lines?: boolean;
}

export function List<A extends Address>({
  label,
  path,
  query: filters,
  columns,
  rowKey,
  defaultSort,
  onSort,
  filtered,
  onClear,
  empty,
  csv = true,
  jsonLines = false,
  lines = false,
}: Props<A>) {
  const t = useText(common);
  const format = useFormat();
  const { language, timeZone: zone } = usePreferences();
  const given: Record<string, string | undefined> = filters;
  // The days of filters are those that the reader sees.
  const inDays = ['from', 'to', 'datedFrom', 'datedTo'].some((name) => given[name] !== undefined);
  const query = inDays ? { ...filters, zone } : filters;
  // Written as the reader's spreadsheet opens it.
  const file = { ...filters, format: 'csv', language, zone };
  const list = useList(path, query);
  const rows = list.data?.pages.flatMap((page) => page.rows);
  if (rows === undefined)
    return list.error ? (
      <Failure error={list.error} retry={() => void list.refetch()} />
    ) : (
      <Paper withBorder bg="var(--door-surface)">
        <RowsSkeleton />
      </Paper>
    );
  const catchingUp = list.data?.pages.some((page) => page.catchingUp) && <CatchingUp>{t.catchingUp}</CatchingUp>;
  if (rows.length === 0)
    return (
      <div>
        {catchingUp}
        <Paper withBorder bg="var(--door-surface)">
          {filtered ? <NothingFits onClear={onClear} /> : empty}
        </Paper>
      </div>
    );
  return (
    <div>
      {catchingUp}
      {list.error !== null && <Failure error={list.error} retry={() => void list.refetch()} />}
      <ListTable
        label={label}
        rows={rows}
        columns={columns}
        rowKey={rowKey}
        sort={given.sort ?? defaultSort}
        onSort={onSort}
        stale={list.isPlaceholderData}
      />
      <Group justify="space-between" mt="md">
        <Text size="sm" c="dimmed" aria-live="polite">
          {t.shown(format.number(rows.length), list.hasNextPage)}
        </Text>
        {list.hasNextPage && (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.loadMore}
          </Button>
        )}
        <Group gap="md">
          {csv && <Export href={addressOf(path, file)} words={t.exportCsv} />}
          {lines && <Export href={addressOf(path, { ...file, of: 'lines' })} words={t.exportLines} />}
          {jsonLines && <Export href={addressOf(path, { ...query, format: 'jsonl' })} words={t.exportJsonLines} />}
        </Group>
      </Group>
    </div>
  );
}

function Export({ href, words }: { href: string; words: string }) {
  return (
    <Anchor size="sm" href={href} download>
      <Group gap={6} component="span">
        <Icon name="download" size={15} />
        {words}
      </Group>
    </Anchor>
  );
}

function NothingFits({ onClear }: { onClear: (() => void) | undefined }) {
  const t = useText(common);
  return (
    <Empty title={t.nothingFits} next={t.nothingFitsNext} icon="search">
      {onClear !== undefined && (
        <Button variant="default" mt="xs" onClick={onClear}>
          {t.clearFilters}
        </Button>
      )}
    </Empty>
  );
}
