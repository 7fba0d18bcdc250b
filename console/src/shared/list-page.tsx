import { Fragment, type ReactNode } from 'react';
import type { Address, Query } from '../api/addresses.ts';
import { Empty } from './empty.tsx';
import { Filters, type Filter } from './filters.tsx';
import type { IconName } from './icon.tsx';
import { List, type ListOptions } from './list.tsx';
import { Page } from './page.tsx';
import { isFiltered, useFilters } from './use-filters.ts';

interface Props<A extends Address, Search extends Query<A>> extends ListOptions<A> {
  text: { title: string; intro?: string; emptyTitle: string; emptyNext: string };
  icon: IconName;
  path: A;
  /** What stands in the address bar, and is sent to the API as it stands: nothing that the API does not know. */
  search: Search & Record<Exclude<keyof Search, keyof Query<A>>, never>;
  /** What is chosen before the filters, such as which of two lists. */
  choice?: ReactNode;
  filters: Filter<keyof Query<A> & keyof Search & string>[];
  actions?: ReactNode;
  /** What to begin with while the list is empty. */
  start?: ReactNode;
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
