import type { OperatorTokenRow } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { Dot } from '../page/dot.tsx';

/** Whether a token or a client can still be used. */
export function Validity({ revokedAt, expiresAt }: Pick<OperatorTokenRow, 'revokedAt' | 'expiresAt'>) {
  const t = useText(common);
  const format = useFormat();
  if (revokedAt !== null) return <Dot color="red.6">{t.isRevoked(format.date(revokedAt))}</Dot>;
  if (expiresAt !== null && new Date(expiresAt).getTime() < Date.now())
    return <Dot color="gray.5">{t.isExpired(format.date(expiresAt))}</Dot>;
  return <Dot color="teal.6">{t.isValid}</Dot>;
}
