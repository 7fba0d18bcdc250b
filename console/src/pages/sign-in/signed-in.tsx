import { Loader, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { DirectoryOutcome } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { announceSignIn } from '../../session-end.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { ButtonLink } from '../../shared/page/link.tsx';
import { common } from '../../text/common.ts';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';
import { Card } from './card.tsx';
import { useEnter } from './sign-in.tsx';

const route = getRouteApi('/signed-in/$directoryId');

/** The directory adds these to the address. */
function replyIn(search: string) {
  const parameters = new URLSearchParams(search);
  const textOf = (name: string) => parameters.get(name) ?? undefined;
  return { state: textOf('state') ?? '', code: textOf('code'), iss: textOf('iss') };
}

/**
 * The page to which a directory sends the browser back. It sends the answer on by itself: the cookies of this service
 * do not come with a request that another site has caused.
 */
export function SignedIn() {
  const t = useText(signInText);
  const { directoryId } = route.useParams();
  const [{ state, code, iss }] = useState(() => replyIn(window.location.search));
  // A query would be sent again when the sign-in clears the cache, and the code works once.
  const { mutate, data, error } = useMutation({
    mutationFn: () => {
      const body = { state, ...(code !== undefined && { code }), ...(iss !== undefined && { iss }) };
      return change('POST', `/session/directories/${directoryId}/reply`, body);
    },
  });
  useEffect(() => {
    if (state !== '') mutate();
    // The code has no place in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [state, mutate]);
  if (data?.test !== undefined) return <Tested test={data.test} />;
  return (
    <Card title={t.title} intro={t.intro}>
      {data !== undefined && <Proceed outcome={data} />}
      {error !== null && (
        <Stack>
          <Failure error={error} title={t.failed} />
          <ButtonLink to="/sign-in" variant="default">
            {t.toSignIn}
          </ButtonLink>
        </Stack>
      )}
      {state === '' && (
        <Empty title={t.noReply} next={t.noReplyNext} icon="warning">
          <ButtonLink to="/sign-in">{t.toSignIn}</ButtonLink>
        </Empty>
      )}
      {data === undefined && error === null && state !== '' && <Loader aria-label={t.signIn} />}
    </Card>
  );
}

function Proceed({ outcome: { outcome, next } }: { outcome: DirectoryOutcome }) {
  const enter = useEnter(next ?? undefined);
  const navigate = useNavigate();
  useEffect(() => {
    announceSignIn();
    // The tab that asked for the proof goes on.
    if (outcome === 'proved') window.close();
    if (outcome === 'linked') void navigate({ to: '/account' });
    else void enter();
  }, [outcome, enter, navigate]);
  return <Loader />;
}

/** Nothing was changed, and nobody was signed in. */
function Tested({ test: { claims, rights } }: { test: NonNullable<DirectoryOutcome['test']> }) {
  const t = useText(signInText);
  const c = useText(common);
  const format = useFormat();
  return (
    <Card title={t.tested} intro={t.testedIntro}>
      <Stack>
        <Text size="sm" fw={600}>
          {rights === null ? t.testedRefused : t.testedRights}
        </Text>
        {rights !== null && (
          <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>
            {rights.administrator && <li>{t.testedEverything}</li>}
            {rights.companies.map(({ id, name, role, approvalLimit }) => (
              <li key={id}>
                {name}: {c.roles[role].toLowerCase()}
                {approvalLimit !== null && ` ${t.testedLimit(format.amount(approvalLimit))}`}
              </li>
            ))}
          </ul>
        )}
        <Table aria-label={t.claims} horizontalSpacing={6} style={{ overflowWrap: 'anywhere' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.claim}</Table.Th>
              <Table.Th>{t.values}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {claims.map(({ name, values }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>
                  {values.map((value) => (
                    <div key={value}>{value}</div>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <ButtonLink to="/directories">{t.toDirectories}</ButtonLink>
      </Stack>
    </Card>
  );
}
