import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { change } from '../../api.ts';
import { sessionQuery } from '../../session.ts';
import { Failure } from '../../shared/failure.tsx';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';
import { Card } from './card.tsx';

const route = getRouteApi('/sign-in');

export function SignIn() {
  const t = useText(signInText);
  const { next } = route.useSearch();
  const enter = useEnter(next);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => change('POST', '/session', { email, password }),
    onSuccess: enter,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <Card title={t.title} intro={t.intro}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={t.password}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {signIn.error !== null && <Failure error={signIn.error} title={t.title} />}
          <Button type="submit" loading={signIn.isPending} fullWidth>
            {t.signIn}
          </Button>
          <Text size="sm" c="dimmed">
            {t.forgotten}
          </Text>
        </Stack>
      </form>
    </Card>
  );
}

/** Goes where the reader wanted to, now that somebody is signed in. */
export function useEnter(next?: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    client.clear();
    await client.fetchQuery(sessionQuery);
    // Only a place in this console: nobody is sent to an address elsewhere.
    if (next?.startsWith('/') && !next.startsWith('//')) await navigate({ href: next });
    else await navigate({ to: '/' });
  };
}
