import type { ReactNode } from 'react';
import type { OperatorTokenRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { List } from '../list/list.tsx';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';
import { useTokenColumns } from './token-columns.tsx';

interface Props {
  label: string;
  path: '/tokens' | `/operators/${string}/tokens`;
  empty: ReactNode;
}

export function OperatorTokens({ label, path, empty }: Props) {
  const t = useText(accountText);
  const columns = useTokenColumns<OperatorTokenRow>({
    words: t,
    revokeAbout: ({ name }) => t.revokeAbout(name),
    revoke: ({ id }) => change('DELETE', `${path}/${id}`),
  });
  return (
    <List
      label={label}
      path={path}
      query={{}}
      rowKey={({ id }) => id}
      defaultSort="-createdAt"
      filtered={false}
      empty={empty}
      columns={[{ header: t.name, cell: ({ name }) => <strong>{name}</strong> }, ...columns]}
    />
  );
}
