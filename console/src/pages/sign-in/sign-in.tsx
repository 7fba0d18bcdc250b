import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { sessionQuery } from '../../session.ts';
import { whenSignedInElsewhere } from '../../session-end.ts';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';
import { Card } from './card.tsx';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/sign-in');

export function SignIn() {
  const t = useText(signInText);
  const { next } = route.useSearch();
  const client = useQueryClient();
  const enter = useEnter(next);
  useEffect(
    () =>
      whenSignedInElsewhere(() => {
        const asking = client.fetchQuery({ ...sessionQuery, staleTime: 0 });
        void asking.then((session) => session && enter()).catch(() => undefined);
      }),
    [client, enter],
  );
  return (
    <Card title={t.title} intro={t.intro}>
      <SignInForm onSignedIn={enter} />
    </Card>
  );
}

/** Goes where the reader wanted to, now that somebody is signed in. */
export function useEnter(next?: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(async () => {
    client.clear();
    await client.fetchQuery(sessionQuery);
    // Only a place in this console: nobody is sent to an address elsewhere.
    if (next?.startsWith('/') && !next.startsWith('//')) await navigate({ href: next });
    else await navigate({ to: '/' });
  }, [client, navigate, next]);
}
