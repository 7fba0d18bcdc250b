import type { Action } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { ConfirmButton } from '../form/confirm-modal.tsx';
import { Dot } from '../page/dot.tsx';
import type { Column } from '../list/list-column.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';

interface Lifetime {
  revokedAt: string | null;
  /** Missing for a client, which does not expire. */
  expiresAt?: string | null;
}

interface TokenRow extends Lifetime {
  lastUsedAt: string | null;
  createdAt: string;
}

type Words = Record<
  'state' | 'expires' | 'noExpiry' | 'lastUsed' | 'never' | 'made' | 'revoke' | 'revokeTitle' | 'revoked',
  string
>;

interface Options<Row> {
  words: Words;
  action?: Action;
  expire?: boolean;
  /** Whether a token can be revoked; by default, if it is not revoked yet. */
  isRevocable?: (row: Row) => boolean;
  revokeAbout: (row: Row) => string;
  revoke: (row: Row) => Promise<unknown>;
}

const isExpired = ({ expiresAt = null }: Lifetime) => expiresAt !== null && new Date(expiresAt).getTime() < Date.now();

export const isValid = (token: Lifetime): boolean => token.revokedAt === null && !isExpired(token);

export function useTokenColumns<Row extends TokenRow>(options: Options<Row>): Column<Row>[] {
  const {
    words,
    action,
    expire = true,
    isRevocable = ({ revokedAt }) => revokedAt === null,
    revokeAbout,
    revoke,
  } = options;
  const c = useText(common);
  const format = useFormat();
  const expiry: Column<Row> = {
    header: words.expires,
    tight: true,
    cell: ({ expiresAt = null }) => (expiresAt === null ? words.noExpiry : format.date(expiresAt)),
  };
  return [
    { header: words.state, cell: (row) => <Validity {...row} /> },
    ...(expire ? [expiry] : []),
    {
      header: words.lastUsed,
      tight: true,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : format.dateTime(lastUsedAt)),
    },
    { header: words.made, tight: true, cell: ({ createdAt }) => format.date(createdAt) },
    {
      header: c.actions,
      cell: (row) =>
        isRevocable(row) && (
          <ConfirmButton
            {...(action !== undefined && { action })}
            words={words.revoke}
            title={words.revokeTitle}
            about={revokeAbout(row)}
            message={words.revoked}
            send={() => revoke(row)}
            button={{ size: 'compact-sm' }}
          />
        ),
    },
  ];
}

function Validity(token: Lifetime) {
  const t = useText(common);
  const format = useFormat();
  if (token.revokedAt !== null) return <Dot color="red.6">{t.isRevoked(format.date(token.revokedAt))}</Dot>;
  if (isExpired(token)) return <Dot color="gray.5">{t.isExpired(format.date(token.expiresAt ?? ''))}</Dot>;
  return <Dot color="teal.6">{t.isValid}</Dot>;
}
