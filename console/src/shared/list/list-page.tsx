import type { ReactNode } from 'react';
import type { Address, Query } from '../../api/addresses.ts';
import { Empty } from '../page/empty.tsx';
import { ExportMenu, type ExportOptions } from './export-menu.tsx';
import { Filters, type Filter } from './filters.tsx';
import type { IconName } from '../page/icon.tsx';
import { List, type ListOptions } from './list.tsx';
import { Page } from '../page/page.tsx';
import { isFiltered, useFilters } from './use-filters.ts';
import { useColumnsShown, ViewMenu } from './view-menu.tsx';

interface Props<A extends Address, Search extends Query<A>> extends ListOptions<A>, ExportOptions {
  text: { title: string; intro?: string; emptyTitle: string; emptyNext: string };
  icon: IconName;
  path: A;
  /** The filters in the address bar, sent to the API as they are: the type allows no other names. */
  search: Search & Record<Exclude<keyof Search, keyof Query<A>>, never>;
  /** Name under which the reader's choice of columns is saved; without it, columns cannot be chosen. */
  name?: string;
  choice?: ReactNode;
  /** Parameters that are always sent, and are no choice of the reader. */
  always?: Query<A>;
  filters: Filter<keyof Query<A> & keyof Search & string>[];
  views?: ReactNode;
  aside?: ReactNode;
  actions?: ReactNode;
  start?: ReactNode;
}

export function ListPage<A extends Address, Search extends Query<A>>({
  text,
  icon,
  search,
  name,
  choice,
  always,
  filters,
  views,
  aside,
  actions,
  start,
  columns,
  jsonLines = false,
  lines = false,
  ...list
}: Props<A, Search>) {
  const { set, clear } = useFilters();
  const chosen: Record<string, string | undefined> = search;
  const filtered = isFiltered(chosen);
  const shown = useColumnsShown(name, columns);
  return (
    <Page close title={text.title} aside={aside} intro={text.intro} actions={actions}>
      {views}
      <Filters
        filters={filters}
        chosen={chosen}
        set={set}
        onClear={clear}
        active={filtered}
        choice={choice}
        tools={
          <>
            <ExportMenu path={list.path} query={search} jsonLines={jsonLines} lines={lines} />
            <ViewMenu name={name} columns={columns} shown={shown} />
          </>
        }
      />
      <List
        {...list}
        columns={shown}
        label={text.title}
        query={{ ...search, ...always }}
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
