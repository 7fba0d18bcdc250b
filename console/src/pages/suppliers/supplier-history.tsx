import { Button, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import type { SupplierChange, SupplierPath } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { RowsSkeleton } from '../../shared/page/skeletons.tsx';
import { useNearEnd } from '../../shared/list/scrolling.ts';
import { useList } from '../../shared/list/use-list.ts';
import { common } from '../../text/common.ts';
import { proposalsText } from '../../text/proposals.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { named, useText } from '../../text.ts';
import styles from './supplier-history.module.css';

export function SupplierHistory({ path }: { path: `${SupplierPath}/history` }) {
  const c = useText(common);
  const list = useList(path, {});
  const changes = list.data?.pages.flatMap(({ rows }) => rows);
  const end = useRef<HTMLDivElement>(null);
  useNearEnd(list.hasNextPage && !list.isFetching, end, () => void list.fetchNextPage());
  if (list.error !== null) return <Failure error={list.error} retry={() => void list.refetch()} />;
  if (changes === undefined) return <RowsSkeleton rows={3} />;
  return (
    <Stack gap="md" px="md" pb="md">
      {changes.map((change) => (
        <Change key={change.at} change={change} />
      ))}
      <div ref={end} />
      {list.hasNextPage && (
        <Button variant="default" onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
          {c.loadMore}
        </Button>
      )}
    </Stack>
  );
}

function Change({ change: { at, type, by, proposedBy, changes } }: { change: SupplierChange }) {
  const t = useText(suppliersText);
  const c = useText(common);
  const p = useText(proposalsText);
  const format = useFormat();
  const said = (field: string, value: string) =>
    field === 'blocked' || field === 'confirmed' ? (value === 'yes' ? c.yes : c.no) : value || c.empty;
  return (
    <div>
      <Text size="sm" fw={600}>
        <time dateTime={at}>{format.dateTime(at)}</time> {c.events[type]} {c.by(named(c.nobodys, by))}
        {proposedBy !== undefined && p.inHistory(proposedBy)}
      </Text>
      <ul className={styles.changes}>
        {changes.map(({ field, from, to, reason }) => (
          <li key={field}>
            {named(t.fields, field)}:{' '}
            {field !== 'distinct' && (
              <>
                <del>{said(field, from)}</del> →
              </>
            )}{' '}
            <ins>{said(field, to)}</ins>
            {reason !== undefined && ` (${reason})`}
          </li>
        ))}
      </ul>
    </div>
  );
}
