import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { OperatorTokenRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { ConfirmModal } from '../form/confirm-modal.tsx';
import type { Column } from '../list/list-column.ts';
import { useChange } from '../form/use-change.ts';
import { Validity } from './validity.tsx';

export type TokensPath = '/tokens' | `/operators/${string}/tokens` | `/companies/${string}/systems/${string}/tokens`;

type Words = Record<
  'name' | 'state' | 'expires' | 'noExpiry' | 'lastUsed' | 'never' | 'made' | 'revoke' | 'revokeTitle' | 'revoked',
  string
> & { revokeAbout: (name: string) => string };

interface Options {
  path: TokensPath;
  words: Words;
  /** Which of them can be revoked. */
  revocable: (token: OperatorTokenRow) => boolean;
}

/** The columns of a list of tokens, and the dialog that asks before one of them is revoked. */
export function useTokens({ path, words, revocable }: Options): {
  columns: Column<OperatorTokenRow>[];
  dialog: ReactNode;
} {
  const c = useText(common);
  const format = useFormat();
  const [revoking, setRevoking] = useState<OperatorTokenRow>();
  const revoke = useChange((id: string) => change('DELETE', `${path}/${id}`), {
    message: words.revoked,
    done: () => setRevoking(undefined),
  });
  const columns: Column<OperatorTokenRow>[] = [
    { header: words.name, cell: ({ name }) => <strong>{name}</strong> },
    { header: words.state, cell: (row) => <Validity {...row} /> },
    {
      header: words.expires,
      tight: true,
      cell: ({ expiresAt }) => (expiresAt === null ? words.noExpiry : format.date(expiresAt)),
    },
    {
      header: words.lastUsed,
      tight: true,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : format.dateTime(lastUsedAt)),
    },
    { header: words.made, tight: true, cell: ({ createdAt }) => format.date(createdAt) },
    {
      header: c.actions,
      cell: (row) =>
        revocable(row) && (
          <Button size="compact-sm" variant="default" onClick={() => setRevoking(row)}>
            {words.revoke}
          </Button>
        ),
    },
  ];
  const dialog = (
    <ConfirmModal
      opened={revoking !== undefined}
      onClose={() => setRevoking(undefined)}
      title={words.revokeTitle}
      about={words.revokeAbout(revoking?.name ?? '')}
      confirm={words.revoke}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoking !== undefined && revoke.mutate(revoking.id)}
    />
  );
  return { columns, dialog };
}
