import { Grid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../page/page.tsx';
import { StateBadge } from './state-badge.tsx';

interface Props {
  title: string;
  state: string;
  intro?: string;
  decisions: ReactNode;
  above?: ReactNode;
  main: ReactNode;
  beside: ReactNode;
  splitFrom: 'md' | 'lg';
}

export function RecordPage({ title, state, intro, decisions, above, main, beside, splitFrom }: Props) {
  return (
    <Page title={title} aside={<StateBadge state={state} size="lg" />} intro={intro} actions={decisions}>
      {above}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, [splitFrom]: 7 }}>
          <Stack gap="lg">{main}</Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, [splitFrom]: 5 }}>
          <Stack gap="lg">{beside}</Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
