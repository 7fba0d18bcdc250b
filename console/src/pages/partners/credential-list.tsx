import { Code, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Action, Credential, PartnerRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { ConfirmModal } from '../../shared/form/confirm-modal.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { List } from '../../shared/list/list.tsx';
import { TwoLines } from '../../shared/record/two-lines.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { Validity } from '../../shared/tokens/validity.tsx';
import { accessText } from '../../text/access.ts';
import { common } from '../../text/common.ts';
import { named, useText } from '../../text.ts';
import { NewCredential } from './new-credential.tsx';
import { scopes } from './scopes.ts';

interface Props {
  kind: 'tokens' | 'clients';
  partners: PartnerRow[];
  /** What the address bar names. */
  partner: string | undefined;
  /** The id of the partner in view. */
  inView: string | undefined;
  administer: Action;
}

/** Access tokens or clients: they are listed, made and revoked alike. */
export function CredentialList({ kind, partners, partner, inView, administer }: Props) {
  const t = useText(accessText);
  const c = useText(common);
  const format = useFormat();
  const path = useCompanyPath();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Credential>();
  const revoke = useChange((id: string) => change('DELETE', path(`/${kind}/${id}`)), {
    message: t.revoked,
    done: () => setRevoking(undefined),
  });
  const isTokens = kind === 'tokens';
  const about = isTokens ? t.revokeTokenAbout : t.revokeClientAbout;
  const action: Action =
    administer.allowed && partners.length === 0 ? { allowed: false, why: t.noPartnersNext } : administer;
  return (
    <section aria-label={t[kind]}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t[kind]}
        </Title>
        <ActionButton
          action={action}
          variant={isTokens ? 'filled' : 'default'}
          leftSection={<Icon name="plus" size={15} />}
          onClick={() => setCreating(true)}
        >
          {isTokens ? t.newToken : t.newClient}
        </ActionButton>
      </Group>
      <List
        label={t[kind]}
        path={path(`/${kind}`)}
        query={{ partner }}
        rowKey={({ id }) => id}
        defaultSort="-createdAt"
        filtered={false}
        empty={
          isTokens ? (
            <Empty title={t.noTokens} next={t.noTokensNext} icon="partners" />
          ) : (
            <Empty title={t.noClients} next={t.noClientsNext} icon="partners" />
          )
        }
        columns={[
          ...(isTokens ? [{ header: t.name, cell: (row: Credential) => <TokenName token={row} /> }] : []),
          { header: t.partner, cell: (row) => row.partner },
          {
            header: t.scopes,
            cell: (row) =>
              row.scopes.length === scopes.length
                ? t.allScopes
                : row.scopes.map((scope) => named(t.scopeNames, scope)).join(', '),
          },
          { header: t.state, cell: (row) => <Validity revokedAt={row.revokedAt} expiresAt={expiryOf(row)} /> },
          ...(isTokens
            ? [
                {
                  header: t.expires,
                  tight: true,
                  cell: (row: Credential) => {
                    const expiresAt = expiryOf(row);
                    return expiresAt === null ? t.noExpiry : format.date(expiresAt);
                  },
                },
              ]
            : []),
          {
            header: t.lastUsed,
            tight: true,
            cell: (row) => (row.lastUsedAt === null ? t.never : format.dateTime(row.lastUsedAt)),
          },
          { header: t.made, tight: true, cell: (row) => format.date(row.createdAt) },
          {
            header: c.actions,
            cell: (row) =>
              row.revokedAt === null && (
                <ActionButton action={administer} size="compact-sm" variant="default" onClick={() => setRevoking(row)}>
                  {t.revoke}
                </ActionButton>
              ),
          },
        ]}
      />
      <NewCredential
        kind={kind}
        partners={partners}
        inView={inView}
        opened={creating}
        onClose={() => setCreating(false)}
      />
      <ConfirmModal
        opened={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={t.revokeTitle}
        about={about(revoking?.partner ?? '', revoking && nameOf(revoking))}
        confirm={t.revoke}
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoking !== undefined && revoke.mutate(revoking.id)}
      />
    </section>
  );
}

/** What it is called, and how it begins: whoever holds a token can find it here. */
function TokenName({ token }: { token: Credential }) {
  const t = useText(accessText);
  const begins = 'firstCharacters' in token ? token.firstCharacters : null;
  return (
    <TwoLines
      first={
        nameOf(token) ?? (
          <Text span inherit c="dimmed">
            {t.nameless}
          </Text>
        )
      }
      second={begins !== null && <Code>{begins}…</Code>}
    />
  );
}

const nameOf = (row: Credential) => ('name' in row ? (row.name ?? undefined) : undefined);

/** When a token expires. A client does not. */
const expiryOf = (row: Credential) => ('expiresAt' in row ? row.expiresAt : null);
