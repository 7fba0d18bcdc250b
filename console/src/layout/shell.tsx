import { AppShell, Burger, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link as RouterLink, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { Live } from '../live/live.tsx';
import { lazyOptional } from '../parts.ts';
import { useKeys } from '../shared/page/keys.ts';
import { Mark } from '../shared/page/mark.tsx';
import { layout } from './text.ts';
import { useText } from '../text.ts';
import { useCompany, useToday } from '../company.ts';
import { CompanySwitcher } from './company-switcher.tsx';
import { useConnectionLine } from './connection-line.tsx';
import { Navigation } from './navigation.tsx';
import { SandboxBanner } from './sandbox-banner.tsx';
import { SearchEverything, SearchOpener } from './search-everything.tsx';
import styles from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

const KeysHelp = lazyOptional(() => import('../shared/page/keys-help.tsx'));

export function Shell() {
  const t = useText(layout);
  const [opened, { toggle, close }] = useDisclosure();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => close(), [pathname, close]);
  const [helps, help] = useDisclosure();
  useKeys({ '?': help.open });
  const connection = useConnectionLine();
  return (
    <AppShell
      header={{ height: connection === undefined ? 56 : { base: 100, sm: 84 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'lg' }}
    >
      <UnstyledButton className={styles.skip} onClick={() => main.current?.focus()}>
        {t.skip}
      </UnstyledButton>
      <AppShell.Header bg="var(--door-surface)">
        <Group h={56} px="md" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t.menu}
              aria-expanded={opened}
            />
            <RouterLink to="/" className={styles.brand} aria-label="Doorway">
              <Mark />
              <Text component="span" fw={700} visibleFrom="xs">
                Doorway
              </Text>
            </RouterLink>
          </Group>
          <Group gap="sm" wrap="nowrap" miw={0}>
            <SearchOpener />
            <CompanySwitcher />
            <UserMenu />
          </Group>
        </Group>
        <div className={styles.connection} role="status">
          {connection}
        </div>
      </AppShell.Header>
      <AppShell.Navbar bg="var(--door-surface)" p="sm" component="nav" aria-label={t.navigation}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main ref={main} tabIndex={-1} id="main">
        <div className={styles.content}>
          <PrintedHead />
          <SandboxBanner />
          <Live>
            <Outlet />
          </Live>
        </div>
      </AppShell.Main>
      <SearchEverything onHelp={help.open} />
      {helps && (
        <Suspense>
          <KeysHelp onClose={help.close} />
        </Suspense>
      )}
    </AppShell>
  );
}

/** On paper, where the header of the window is missing. */
function PrintedHead() {
  const company = useCompany();
  const today = useToday();
  return <div className={styles.printed}>{[company?.name, today].filter(Boolean).join(' · ')}</div>;
}
