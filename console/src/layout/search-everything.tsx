import '@mantine/spotlight/styles.css';
import { ActionIcon, Button, Kbd } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SearchResult } from '../api/types.ts';
import { useAllowed, useCompany } from '../company.ts';
import { Icon, type IconName } from '../shared/page/icon.tsx';
import { layout } from './text.ts';
import { useText } from '../text.ts';
import { traceIdIn } from '../pages/calls/look-up.ts';
import { pagesFor } from './pages.ts';
import { spotlight, store, useDescription, useEnter, useResults } from './search.ts';
import styles from './shell.module.css';

const sections: Record<SearchResult['type'], [section: string, icon: IconName]> = {
  invoice: ['invoices', 'invoices'],
  supplier: ['suppliers', 'suppliers'],
  project: ['projects', 'projects'],
  workOrder: ['work-orders', 'workOrders'],
  partner: ['partners', 'partners'],
  request: ['requests', 'calls'],
};

const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function SearchOpener() {
  const t = useText(layout);
  return (
    <>
      <Button
        variant="default"
        visibleFrom="md"
        fw={400}
        leftSection={<Icon name="search" size={15} />}
        rightSection={
          <Kbd size="xs" className={styles.kbd}>
            {apple ? '⌘ K' : 'Ctrl K'}
          </Kbd>
        }
        onClick={spotlight.open}
      >
        {t.search}
      </Button>
      <ActionIcon variant="default" size={36} hiddenFrom="md" aria-label={t.search} onClick={spotlight.open}>
        <Icon name="search" />
      </ActionIcon>
    </>
  );
}

export function SearchEverything() {
  const t = useText(layout);
  const navigate = useNavigate();
  const administer = useAllowed('administer');
  const company = useCompany();
  const [query, setQuery] = useState('');
  const { results, searching } = useResults(company?.id, query);
  const describe = useDescription();
  const typed = query.trim().toLowerCase();
  const pages = pagesFor(administer.allowed, company !== undefined).filter(({ name }) =>
    t.pages[name].toLowerCase().includes(typed),
  );
  const enter = useEnter(query, searching, results, pages.length);
  const traceId = searching || results.length > 0 ? undefined : traceIdIn(query);
  const open = ({ type, id }: SearchResult) => {
    const [section] = sections[type];
    const path =
      type === 'partner' ? `partners?partner=${encodeURIComponent(id)}` : `${section}/${encodeURIComponent(id)}`;
    void navigate({ href: `/companies/${company?.id}/${path}` });
  };
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      scrollable
      maxHeight={420}
      clearQueryOnClose
      overlayProps={{ backgroundOpacity: 0.5, blur: 0 }}
      attributes={{ content: { 'aria-label': t.search } }}
    >
      <Spotlight.Search
        placeholder={t.searchHint}
        aria-label={t.search}
        leftSection={<Icon name="search" />}
        onKeyDownCapture={enter}
      />
      <Spotlight.ActionsList>
        {results.length > 0 && (
          <Spotlight.ActionsGroup label={t.found}>
            {results.map((result) => (
              <Spotlight.Action
                key={`${result.type} ${result.id}`}
                {...describe(result)}
                leftSection={<Icon name={sections[result.type][1]} />}
                onClick={() => open(result)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {traceId !== undefined && company !== undefined && (
          <Spotlight.Action
            label={t.anyCompany}
            description={t.anyCompanyAbout}
            leftSection={<Icon name="findCall" />}
            onClick={() =>
              void navigate({
                to: '/companies/$companyId/requests/$traceId',
                params: { companyId: company.id, traceId },
              })
            }
          />
        )}
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label={t.goTo}>
            {pages.map(({ to, name }) => (
              <Spotlight.Action
                key={to}
                label={t.pages[name]}
                leftSection={<Icon name={name} />}
                onClick={() => void navigate({ to, params: { companyId: company?.id ?? '' } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {results.length === 0 && pages.length === 0 && traceId === undefined && !searching && (
          <Spotlight.Empty>{typed.length < 2 ? t.searchType : t.searchNothing}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
