import { Button, Paper, Stack, TextInput } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { Page } from '../../shared/page/page.tsx';
import { callsText } from '../../text/calls.ts';
import { useText } from '../../text.ts';
import { traceIdIn } from './trace-id.ts';

const route = getRouteApi('/inside/companies/$companyId/trace');

export function FindCall() {
  const t = useText(callsText);
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const traceId = traceIdIn(typed);
    setWrong(traceId === undefined);
    if (traceId !== undefined)
      void navigate({ to: '/companies/$companyId/requests/$traceId', params: { companyId, traceId } });
  };
  return (
    <Page title={t.findTitle} intro={t.findIntro}>
      <Paper withBorder p="lg" maw={680} bg="var(--door-surface)">
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={t.traceId}
              description={t.traceIdHint}
              size="md"
              autoFocus
              spellCheck={false}
              autoComplete="off"
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              value={typed}
              error={wrong ? t.noTraceId : undefined}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <div>
              <Button type="submit">{t.find}</Button>
            </div>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
}
