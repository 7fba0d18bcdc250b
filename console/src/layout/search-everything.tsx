import '@mantine/spotlight/styles.css';
import { ActionIcon, Button, Kbd } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { SearchResult } from '../api/types.ts';
import { useAccessRights, useAllowed, useCompany } from '../company.ts';
import { Icon, type IconName } from '../shared/page/icon.tsx';
import { layout } from './text.ts';
import { useText } from '../text.ts';
import { traceIdIn } from '../pages/calls/trace-id.ts';
import { pageActions, type PageAction } from './page-actions.ts';
import { createPages, pagesFor } from './pages.ts';
import { spotlight, store, useDescription, useEarlyLetters, useEnter, useResults } from './search.ts';
import { searchedText } from './search-text.ts';
import styles from './shell.module.css';
import { useSignOut } from './user-menu.tsx';

const sections: Record<SearchResult['type'], [section: string, icon: IconName]> = {
  invoice: ['invoices', 'invoices'],
  supplier: ['suppliers', 'suppliers'],
  project: ['projects', 'projects'],
  workOrder: ['work-orders', 'workOrders'],
  partner: ['partners', 'partners'],
  request: ['requests', 'calls'],
};

/** The dialog needs some milliseconds to give the focus back. */
const focusBackMs = 50;

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

export function SearchEverything({ onHelp }: { onHelp: () => void }) {
  const t = useText(layout);
  const navigate = useNavigate();
  const rights = useAccessRights();
  const company = useCompany();
  const [query, setQuery] = useState('');
  const { results, searching } = useResults(company?.id, searchedText(query));
  const describe = useDescription();
  const typed = query.trim().toLowerCase();
  const mayEdit = useAllowed('edit').allowed;
  const signOut = useSignOut();
  const [ofPage, setOfPage] = useState<PageAction[]>([]);
  const chosen = useRef<() => void>(undefined);
  useEarlyLetters((letter) => setQuery((before) => before + letter));
  const fits = (label: string) => label.toLowerCase().includes(typed);
  const onPage = ofPage.filter(({ label }) => fits(label));
  const creating = mayEdit && company !== undefined ? createPages.filter(({ name }) => fits(t.actions[name])) : [];
  const general = [
    { name: 'keys', icon: 'info', act: onHelp },
    { name: 'signOut', icon: 'account', act: () => signOut.mutate() },
  ] as const;
  const others = general.filter(({ name }) => fits(t.actions[name]));
  const pages = pagesFor(rights, company !== undefined).filter(({ name }) => fits(t.pages[name]));
  const offered = onPage.length + pages.length + creating.length + others.length;
  const enter = useEnter(query, searching, results, offered);
  const traceId = searching || results.length > 0 ? undefined : traceIdIn(query);
  const open = ({ type, id }: SearchResult) => {
    const [section] = sections[type];
    const path =
      type === 'partner' ? `partners?partner=${encodeURIComponent(id)}` : `${section}/${encodeURIComponent(id)}`;
    void navigate({ href: `/companies/${company?.id}/${path}` });
  };
  const actionsOfPage = onPage.length > 0 && (
    <Spotlight.ActionsGroup label={t.onPage}>
      {onPage.map(({ label, key, run }) => (
        <Spotlight.Action
          key={key}
          label={label}
          leftSection={<Kbd size="xs">{key.replace('Escape', 'Esc')}</Kbd>}
          data-on-page
          onClick={() => {
            chosen.current = run;
          }}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
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
      // A search that is still fading out would clear what is typed into the next one.
      transitionProps={{ duration: 0 }}
      // It opens from text fields, too.
      tagsToIgnore={[]}
      triggerOnContentEditable
      onSpotlightOpen={() => setOfPage(pageActions())}
      onSpotlightClose={() => {
        const act = chosen.current;
        chosen.current = undefined;
        // After the focus has returned to the page.
        if (act !== undefined) setTimeout(act, focusBackMs);
      }}
      attributes={{ content: { 'aria-label': t.search } }}
    >
      <Spotlight.Search
        placeholder={t.searchHint}
        aria-label={t.search}
        leftSection={<Icon name="search" />}
        onKeyDownCapture={enter}
      />
      <Spotlight.ActionsList className={styles.results}>
        {typed === '' && actionsOfPage}
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
        {typed !== '' && actionsOfPage}
        {creating.length + others.length > 0 && (
          <Spotlight.ActionsGroup label={t.doThis}>
            {creating.map(({ to, name }) => (
              <Spotlight.Action
                key={to}
                label={t.actions[name]}
                leftSection={<Icon name="plus" />}
                onClick={() => void navigate({ to, params: { companyId: company?.id ?? '' } })}
              />
            ))}
            {others.map(({ name, icon, act }) => (
              <Spotlight.Action
                key={name}
                label={t.actions[name]}
                leftSection={<Icon name={icon} />}
                onClick={() => {
                  chosen.current = act;
                }}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {results.length === 0 && offered === 0 && traceId === undefined && !searching && (
          <Spotlight.Empty>{typed.length < 2 ? t.searchType : t.searchNothing}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
