import { Code, Text } from '@mantine/core';
import { useState } from 'react';
import type { Action, Credential, PartnerRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { ExportMenu } from '../../shared/list/export-menu.tsx';
import { List } from '../../shared/list/list.tsx';
import { Section } from '../../shared/record/panel.tsx';
import { TwoLines } from '../../shared/record/two-lines.tsx';
import { accessText } from '../../text/access.ts';
import { named, useText } from '../../text.ts';
import { useTokenColumns } from '../../shared/tokens/token-columns.tsx';
import { NewCredential, scopes } from './new-credential.tsx';

interface Props {
  kind: 'tokens' | 'clients';
  partners: PartnerRow[];
  /** The partner that the address bar names. */
  partner: string | undefined;
  inView: string | undefined;
  administer: Action;
}

export function CredentialList({ kind, partners, partner, inView, administer }: Props) {
  const t = useText(accessText);
  const path = useCompanyPath();
  const [creating, setCreating] = useState(false);
  const isTokens = kind === 'tokens';
  const action: Action =
    administer.allowed && partners.length === 0 ? { allowed: false, why: t.noPartnersNext } : administer;
  const columns = useTokenColumns<Credential>({
    words: t,
    action: administer,
    expire: isTokens,
    revokeAbout: (row) => (isTokens ? t.revokeTokenAbout(row.partner, nameOf(row)) : t.revokeClientAbout(row.partner)),
    revoke: ({ id }) => change('DELETE', path(`/${kind}/${id}`)),
  });
  return (
    <Section
      title={t[kind]}
      actions={
        <>
          <ExportMenu path={path(`/${kind}`)} query={{ partner }} />
          <ActionButton
            action={action}
            variant={isTokens ? 'filled' : 'default'}
            leftSection={<Icon name="plus" size={15} />}
            onClick={() => setCreating(true)}
          >
            {isTokens ? t.newToken : t.newClient}
          </ActionButton>
        </>
      }
    >
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
            grows: true,
            quiet: true,
            cell: (row) =>
              row.scopes.length === scopes.length
                ? t.allScopes
                : row.scopes.map((scope) => named(t.scopeNames, scope)).join(', '),
          },
          ...columns,
        ]}
      />
      <NewCredential
        kind={kind}
        partners={partners}
        inView={inView}
        opened={creating}
        onClose={() => setCreating(false)}
      />
    </Section>
  );
}

/** Shows the first characters too, so that the holder of a token can find it here. */
function TokenName({ token }: { token: Credential }) {
  const t = useText(accessText);
  const start = 'firstCharacters' in token ? token.firstCharacters : null;
  return (
    <TwoLines
      first={
        nameOf(token) ?? (
          <Text span inherit c="dimmed">
            {t.nameless}
          </Text>
        )
      }
      second={start !== null && <Code>{start}…</Code>}
    />
  );
}

const nameOf = (row: Credential) => ('name' in row ? (row.name ?? undefined) : undefined);
