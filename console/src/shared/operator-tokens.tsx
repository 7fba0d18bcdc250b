import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { OperatorTokenRow } from '../api/types.ts';
import { change } from '../api.ts';
import { useFormat } from '../format.ts';
import { ConfirmModal } from './confirm-modal.tsx';
import { List } from './list.tsx';
import { useChange } from './use-change.ts';
import { Validity } from './validity.tsx';
import { accountText } from '../text/account.ts';
import { common } from '../text/common.ts';
import { useText } from '../text.ts';

interface Props {
  label: string;
  path: '/tokens' | `/operators/${string}/tokens`;
  empty: ReactNode;
}

/** Operator tokens, one's own or another operator's, with what is needed to revoke them. */
export function OperatorTokens({ label, path, empty }: Props) {
  const t = useText(accountText);
  const c = useText(common);
  const format = useFormat();
  const [revoking, setRevoking] = useState<OperatorTokenRow>();
  const revoke = useChange((id: string) => change('DELETE', `${path}/${id}`), {
    message: t.revoked,
    done: () => setRevoking(undefined),
  });
  return (
    <>
      <List
        label={label}
        path={path}
        query={{}}
        rowKey={({ id }) => id}
        defaultSort="-createdAt"
        filtered={false}
        csv={false}
        empty={empty}
        columns={[
          { header: t.name, cell: ({ name }) => <strong>{name}</strong> },
          { header: t.state, cell: (row) => <Validity {...row} /> },
          {
            header: t.expires,
            tight: true,
            cell: ({ expiresAt }) => (expiresAt === null ? t.noExpiry : format.date(expiresAt)),
          },
          {
            header: t.lastUsed,
            tight: true,
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.never : format.dateTime(lastUsedAt)),
          },
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
    </>
  );
}
