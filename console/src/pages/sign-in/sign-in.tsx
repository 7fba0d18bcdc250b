import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { read } from '../../api.ts';
import { sessionQuery } from '../../session.ts';
import { whenSignedInElsewhere } from '../../session-end.ts';
import { Link } from '../../shared/page/link.tsx';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';
import { Card } from './card.tsx';
import { DirectoryButtons } from './directory-buttons.tsx';
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
  const { data } = useQuery({
    queryKey: ['forgotten'],
    queryFn: ({ signal }) => read('/session/forgotten', { signal, waits: false }),
    staleTime: Infinity,
    retry: false,
  });
  const forgotten = data?.offered && (
    <Link to="/forgotten" size="sm">
      {t.forgottenTitle}
    </Link>
  );
  return (
    <Card title={t.title} intro={t.intro}>
      <SignInForm
        onSignedIn={enter}
        forgotten={forgotten || undefined}
        others={<DirectoryButtons next={isConsolePath(next) ? next : undefined} />}
      />
    </Card>
  );
}

/** Accept only a path in this console: // or a backslash would lead to another host. */
const isConsolePath = (next: string | undefined): next is string =>
  next !== undefined && /^\/(?!\/)[^\\\s]*$/.test(next);

export function useEnter(next?: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(async () => {
    client.clear();
    await client.fetchQuery(sessionQuery);
    if (isConsolePath(next)) await navigate({ href: next });
    else await navigate({ to: '/' });
  }, [client, navigate, next]);
}
