import '@mantine/spotlight/styles.css';
import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Found } from '../api/types.ts';
import { read } from '../api.ts';
import { useAllowed, useCompany } from '../company.ts';
import { Icon, type IconName } from '../shared/icon.tsx';
import { layout } from '../text/layout.ts';
import { named, useText } from '../text.ts';
import { placesFor } from './pages.ts';
import styles from './shell.module.css';

const sections: Record<Found['type'], [section: string, icon: IconName]> = {
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

/** ⌘K: pages at once, records as they are found. */
export function SearchEverything() {
  const t = useText(layout);
  const navigate = useNavigate();
  const administer = useAllowed('administer');
  const company = useCompany();
  const [query, setQuery] = useState('');
  const { found, searching } = useFound(company?.id, query);
  const typed = query.trim().toLowerCase();
  const places = placesFor(administer.allowed, company !== undefined).filter(({ name }) =>
    t.pages[name].toLowerCase().includes(typed),
  );
  const open = ({ type, id }: Found) => {
    const [section] = sections[type];
    const path =
      type === 'partner' ? `partners?partner=${encodeURIComponent(id)}` : `${section}/${encodeURIComponent(id)}`;
    void navigate({ href: `/companies/${company?.id}/${path}` });
  };
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      scrollable
      maxHeight={420}
      clearQueryOnClose
      overlayProps={{ backgroundOpacity: 0.5, blur: 0 }}
      attributes={{ content: { 'aria-label': t.search } }}
    >
      <Spotlight.Search placeholder={t.searchHint} aria-label={t.search} leftSection={<Icon name="search" />} />
      <Spotlight.ActionsList>
        {found.length > 0 && (
          <Spotlight.ActionsGroup label={t.found}>
            {found.map((one) => (
              <Spotlight.Action
                key={`${one.type} ${one.id}`}
                label={one.title}
                description={[named(t.types, one.type), one.subtitle].filter(Boolean).join(' · ')}
                leftSection={<Icon name={sections[one.type][1]} />}
                onClick={() => open(one)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {places.length > 0 && (
          <Spotlight.ActionsGroup label={t.goTo}>
            {places.map(({ to, name, icon }) => (
              <Spotlight.Action
                key={to}
                label={t.pages[name]}
                leftSection={<Icon name={icon} />}
                onClick={() => void navigate({ to, params: { companyId: company?.id ?? '' } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.length === 0 && places.length === 0 && !searching && (
          <Spotlight.Empty>{typed.length < 2 ? t.searchType : t.searchNothing}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function useFound(companyId: string | undefined, query: string): { found: Found[]; searching: boolean } {
  const [q] = useDebouncedValue(query.trim(), 200);
  const enabled = companyId !== undefined && q.length >= 2;
  const { data, isFetching } = useQuery({
    queryKey: ['search', companyId, q],
    queryFn: ({ signal }) => read(`/companies/${companyId ?? ''}/search`, { query: { q }, signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
  return { found: enabled ? (data?.results ?? []) : [], searching: isFetching || q !== query.trim() };
}
