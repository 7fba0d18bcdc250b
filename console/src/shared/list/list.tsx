import { Button, Group, Paper, Text } from '@mantine/core';
import { useMemo, useRef, type ReactNode } from 'react';
import type { Address, Query, RowOf } from '../../api/addresses.ts';
import { useFormat } from '../../format.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { CatchingUp } from './catching-up.tsx';
import { Empty } from '../page/empty.tsx';
import { Failure } from '../page/failure.tsx';
import { columnsWithContent } from './list-column.ts';
import { useListKeys } from './list-keys.ts';
import type { Selection } from './list-selection.tsx';
import { ListTable, type Column } from './list-table.tsx';
import { RowsSkeleton } from '../page/skeletons.tsx';
import { useInZone } from './use-in-zone.ts';
import { useList } from './use-list.ts';
import { usePlace } from './place.ts';
import { useNearEnd, useScrollAnchor } from './scrolling.ts';
import { useEnterFromSearch } from './enter-from-search.ts';
import { maxRowsDrawn } from './virtual-rows.tsx';

export interface ListOptions<A extends Address> {
  columns: Column<RowOf<A>>[];
  rowKey: (row: RowOf<A>) => string;
  defaultSort: string;
  /** Whether a click on a row follows its first link. */
  opens?: boolean;
  selection?: ((rows: RowOf<A>[]) => Selection<RowOf<A>>) | undefined;
  toolbar?: ((rows: RowOf<A>[]) => ReactNode) | undefined;
}

interface Props<A extends Address> extends ListOptions<A> {
  label: string;
  path: A;
  query: Query<A>;
  onSort?: (sort: string) => void;
  /** An empty list with a filter does not mean that the company has no records. */
  filtered: boolean;
  onClear?: () => void;
  empty: ReactNode;
}

export function List<A extends Address>(props: Props<A>) {
  const { label, path, rowKey, defaultSort, onSort, filtered, onClear, empty } = props;
  const t = useText(common);
  const query = useInZone(props.query);
  const list = useList(path, query);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data]);
  // After a failure the reader loads more with the button.
  const canLoadMore = list.hasNextPage && !list.isFetching && !list.isFetchNextPageError;
  const end = useRef<HTMLDivElement>(null);
  useNearEnd(canLoadMore, end, () => void list.fetchNextPage());
  useListKeys();
  const frame = useRef<HTMLDivElement>(null);
  const key = JSON.stringify([path, query]);
  useScrollAnchor(frame, rows, key);
  const names = useMemo(() => rows?.map(rowKey), [rows]);
  const { hasNextPage: hasMore, fetchNextPage } = list;
  usePlace({ list: key, names, hasMore, loadMore: canLoadMore ? fetchNextPage : undefined });
  useEnterFromSearch((props.query as { q?: string }).q, rows !== undefined && !list.isPlaceholderData);
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
        {props.toolbar?.(rows)}
        <Paper withBorder bg="var(--door-surface)">
          {filtered ? <NothingFits onClear={onClear} /> : empty}
        </Paper>
      </div>
    );
  // With more rows, only some are drawn, and there the browser's own scroll anchoring works. Both together would scroll
  // twice.
  const isAnchored = rows.length <= maxRowsDrawn;
  const sort = (props.query as { sort?: string }).sort ?? defaultSort;
  return (
    <div ref={isAnchored ? frame : undefined} style={isAnchored ? { overflowAnchor: 'none' } : undefined}>
      {catchingUp}
      {list.error !== null && <Failure error={list.error} retry={() => void list.refetch()} />}
      {props.toolbar?.(rows)}
      <ListTable
        long
        label={label}
        rows={rows}
        columns={columnsWithContent(props.columns, rows, sort)}
        rowKey={rowKey}
        sort={sort}
        onSort={onSort}
        stale={list.isPlaceholderData}
        more={list.hasNextPage}
        opens={props.opens ?? false}
        selection={props.selection?.(rows)}
      />
      <div ref={end} />
      {/* Not a scroll anchor: a reader at the end of the page continues with the next rows and skips none. */}
      <Group justify="space-between" mt="xs" style={{ overflowAnchor: 'none' }}>
        <Shown many={rows.length} more={list.hasNextPage} />
        {list.hasNextPage && (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.loadMore}
          </Button>
        )}
      </Group>
    </div>
  );
}

function Shown({ many, more }: { many: number; more: boolean }) {
  const t = useText(common);
  const format = useFormat();
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {t.shown(format.number(many), more)}
    </Text>
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
