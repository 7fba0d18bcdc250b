import { Grid, Stack } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Page } from '../page/page.tsx';
import { StateBadge } from './state-badge.tsx';

interface Props {
  /** The way back to the list. */
  way: ReactNode;
  title: string;
  state: string;
  intro?: string;
  decisions: ReactNode;
  main: ReactNode;
  beside: ReactNode;
}

/** Screen readers begin with the heading, and the page's keys work at once. */
export function RecordPage({ way, title, state, intro, decisions, main, beside }: Props) {
  useEffect(() => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }), []);
  return (
    <Page title={title} aside={<StateBadge state={state} size="lg" />} intro={intro} actions={decisions} above={way}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">{main}</Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">{beside}</Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
