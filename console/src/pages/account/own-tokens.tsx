import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { ConfirmModal } from '../../shared/confirm-modal.tsx';
import { Empty } from '../../shared/empty.tsx';
import { Icon } from '../../shared/icon.tsx';
import { List } from '../../shared/list.tsx';
import { SecretModal } from '../../shared/secret.tsx';
import { useChange } from '../../shared/use-change.ts';
import { accessText } from '../../text/access.ts';
import { accountText } from '../../text/account.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { NewOwnToken } from './new-own-token.tsx';

interface OwnToken {
  id: string;
  name: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
}

/** Tokens with which a company's own systems act for this operator. */
export function OwnTokens() {
  const t = useText(accountText);
  const a = useText(accessText);
  const c = useText(common);
  const format = useFormat();
  const [creating, setCreating] = useState(false);
  const [token, setToken] = useState<string>();
  const [revoking, setRevoking] = useState<OwnToken>();
  const revoke = useChange((id: string) => call<void>(`/tokens/${id}`, { method: 'DELETE' }), { message: t.revoked, done: () => setRevoking(undefined) });
  const stateOf = ({ revokedAt, expiresAt }: OwnToken): [colour: string, words: string] =>
    revokedAt !== null
      ? ['red.6', a.isRevoked(format.date(revokedAt))]
      : expiresAt !== null && new Date(expiresAt).getTime() < Date.now()
        ? ['gray.5', a.isExpired(format.date(expiresAt))]
        : ['teal.6', a.isValid];
  return (
    <section aria-label={t.tokens}>
      <Group justify="space-between" mb="sm" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {t.tokens}
          </Title>
          <Text size="sm" c="dimmed">
            {t.tokensAbout}
          </Text>
        </div>
        <Button variant="default" leftSection={<Icon name="plus" size={15} />} onClick={() => setCreating(true)}>
          {t.newToken}
        </Button>
      </Group>
      <List<OwnToken>
        label={t.tokens}
        path="/tokens"
        query={{}}
        rowKey={({ id }) => id}
        defaultSort="-createdAt"
        filtered={false}
        csv={false}
        empty={<Empty title={t.noTokens} next={t.noTokensNext} icon="partners" />}
        columns={[
          { header: t.name, cell: ({ name }) => <strong>{name}</strong> },
          {
            header: t.state,
            cell: (row) => {
              const [colour, words] = stateOf(row);
              return (
                <Badge variant="dot" color={colour} tt="none" fw={550}>
                  {words}
                </Badge>
              );
            },
          },
          { header: t.expires, tight: true, cell: ({ expiresAt }) => (expiresAt === null ? a.noExpiry : format.date(expiresAt)) },
          { header: t.made, tight: true, cell: ({ createdAt }) => format.date(createdAt) },
          {
            header: c.actions,
            cell: (row) =>
              row.revokedAt === null && (
                <Button size="compact-sm" variant="default" onClick={() => setRevoking(row)}>
                  {t.revoke}
                </Button>
              ),
          },
        ]}
      />
      <NewOwnToken opened={creating} onClose={() => setCreating(false)} onIssued={setToken} />
      <SecretModal title={t.tokenTitle} values={token === undefined ? undefined : [{ label: t.token, value: token }]} onClose={() => setToken(undefined)} />
      <ConfirmModal
        opened={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={t.revokeTitle}
        about={t.revokeAbout(revoking?.name ?? '')}
        confirm={t.revoke}
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoking !== undefined && revoke.mutate(revoking.id)}
      />
    </section>
  );
}
