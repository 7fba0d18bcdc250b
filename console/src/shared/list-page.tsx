import { Fragment, type ReactNode } from 'react';
import type { Address, Query, Row } from '../api/addresses.ts';
import { Empty } from './empty.tsx';
import { Filters, type Filter } from './filters.tsx';
import type { IconName } from './icon.tsx';
import type { Column } from './list-table.tsx';
import { List } from './list.tsx';
import { Page } from './page.tsx';
import { isFiltered, useFilters } from './use-filters.ts';

interface Props<A extends Address, Search extends Query<A>> {
  text: { title: string; intro?: string; emptyTitle: string; emptyNext: string };
  icon: IconName;
  path: A;
  /** What stands in the address bar, and is sent to the API as it stands: nothing that the API does not know. */
  search: Search & Record<Exclude<keyof Search, keyof Query<A>>, never>;
  /** What is chosen before the filters, such as which of two lists. */
  choice?: ReactNode;
  filters: Filter<keyof Query<A> & keyof Search & string>[];
  columns: Column<Row<A>>[];
  rowKey: (row: Row<A>) => string;
  defaultSort: string;
  actions?: ReactNode;
  /** What to begin with while the list is empty. */
  start?: ReactNode;
  jsonLines?: boolean;
  lines?: boolean;
}

/** A list of a company's records with its filters. What is chosen stands in the address bar. */
export function ListPage<A extends Address, Search extends Query<A>>({
  text,
  icon,
  search,
  choice,
  filters,
  actions,
  start,
  ...list
}: Props<A, Search>) {
  const { set, clear } = useFilters();
  const chosen: Record<string, string | undefined> = search;
  const filtered = isFiltered(chosen);
  return (
    <Page title={text.title} intro={text.intro} actions={actions}>
      <Filters active={filtered} onClear={clear}>
        {choice}
        {filters.map(({ name, control }) => (
          <Fragment key={name}>{control(chosen[name], (value) => set({ [name]: value }))}</Fragment>
        ))}
      </Filters>
      <List
        {...list}
        label={text.title}
        query={search}
        onSort={(sort) => set({ sort })}
        filtered={filtered}
        onClear={clear}
        empty={
          <Empty title={text.emptyTitle} next={text.emptyNext} icon={icon}>
            {start}
          </Empty>
        }
      />
    </Page>
  );
}
