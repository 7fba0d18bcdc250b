import type { ReactNode } from 'react';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';
import { List } from '../list/list.tsx';
import { useTokens } from './use-tokens.tsx';

interface Props {
  label: string;
  path: '/tokens' | `/operators/${string}/tokens`;
  empty: ReactNode;
}

/** Operator tokens, one's own or another operator's, with what is needed to revoke them. */
export function OperatorTokens({ label, path, empty }: Props) {
  const { columns, dialog } = useTokens({
    path,
    words: useText(accountText),
    revocable: ({ revokedAt }) => revokedAt === null,
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
        columns={columns}
      />
      {dialog}
    </>
  );
}
