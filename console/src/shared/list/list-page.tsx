import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Address, Query } from '../../api/addresses.ts';
import { Empty } from '../page/empty.tsx';
import { Filters, type Filter } from './filters.tsx';
import type { IconName } from '../page/icon.tsx';
import { List, type ListOptions } from './list.tsx';
import { Page } from '../page/page.tsx';
import { useColumnsShown } from './use-columns-shown.ts';
import { isFiltered, useFilters } from './use-filters.ts';
import { ViewMenu } from './view-menu.tsx';

interface Props<A extends Address, Search extends Query<A>> extends ListOptions<A> {
  text: { title: string; intro?: string; emptyTitle: string; emptyNext: string };
  icon: IconName;
  path: A;
  /** What stands in the address bar, and is sent to the API as it stands: nothing that the API does not know. */
  search: Search & Record<Exclude<keyof Search, keyof Query<A>>, never>;
  /** What the reader's choice of columns is kept under; without it the columns are not to be chosen. */
  name?: string;
  /** What is chosen before the filters, such as which of two lists. */
  choice?: ReactNode;
  filters: Filter<keyof Query<A> & keyof Search & string>[];
  /** Above the filters: which of them somebody has given a name. */
  views?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** What to begin with while the list is empty. */
  start?: ReactNode;
}

/** A list of a company's records with its filters. What is chosen stands in the address bar. */
export function ListPage<A extends Address, Search extends Query<A>>({
  text,
  icon,
  search,
  name,
  choice,
  filters,
  views,
  aside,
  actions,
  start,
  columns,
  ...list
}: Props<A, Search>) {
  const { set, clear } = useFilters();
  const chosen: Record<string, string | undefined> = search;
  const filtered = isFiltered(chosen);
  const shown = useColumnsShown(name, columns);
  return (
    <Page
      close
      title={text.title}
      aside={aside}
      intro={text.intro}
      actions={
        <Group gap="sm">
          {actions}
          <ViewMenu name={name} columns={columns} shown={shown} />
        </Group>
      }
    >
      {views}
      <Filters filters={filters} chosen={chosen} set={set} onClear={clear} active={filtered} choice={choice} />
      <List
        {...list}
        columns={shown}
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
