import { v7 as uuidv7 } from 'uuid';
import type { OperatorTokenForm } from './admin-schemas.ts';
import { requireSession } from './sessions.ts';
import { insertOperatorToken, readOperator, revokeOperatorToken } from '../admin-store.ts';
import { audit } from '../../audit/record.ts';
import { futureTime } from '../../desk/requests.ts';
import { notFound } from '../../errors/errors.ts';
import { noCompany, transaction, type Pool } from '../../ground/db/pool.ts';
import { networkOf } from '../../ground/http/arrival/network.ts';
import { hashToken } from '../../ground/secrets/tokens.ts';
import { newOperatorToken } from '../new-token.ts';
import type { Caller } from '../origins.ts';
import type { Operator } from '../permissions.ts';
import { holdOperator } from '../store.ts';

/** How long a token is valid unless something else is chosen: every one has an end. */
const tokenDays = 90;

const ofToken = (action: string, id: string, data: object) => ({
  action,
  subjectType: 'operatorToken',
  subjectId: id,
  data,
});

/** A token with the rights of the operator, for a system of the company. The database holds its hash only. */
export function createOwnToken(
  pool: Pool,
  operator: Operator,
  form: OperatorTokenForm,
  { address, session }: Caller,
): Promise<{ id: string; token: string }> {
  const [id, token, now, name] = [uuidv7(), newOperatorToken(), new Date(), form.name.trim()];
  const expiresAt = futureTime(form.expiresAt, now) ?? new Date(now.getTime() + tokenDays * 24 * 3_600_000);
  return transaction(pool, async (tx) => {
    // A transaction that ends all access of the operator waits for this token and ends it too, or has ended the session.
    await holdOperator(tx, operator.id);
    await requireSession(tx, operator.id, session);
    await insertOperatorToken(tx, {
      hash: hashToken(token),
      id,
      operatorId: operator.id,
      name,
      createdAt: now,
      expiresAt,
    });
    await audit(
      tx,
      noCompany,
      operator,
      ofToken('operatortoken.created', id, { name, expiresAt, network: networkOf(address) }),
      now,
    );
    return { id, token };
  });
}

/** Which token: whose it is and its id. */
export interface WhichToken {
  operatorId: string;
  id: string;
}

/** By the operator whose token it is, or by an administrator. What is revoked already stays as it is, and is not recorded again. */
export function revokeTokenOf(
  pool: Pool,
  by: Operator,
  { operatorId, id }: WhichToken,
  { address }: Caller,
): Promise<void> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    const owner = operatorId === by.id ? by : await readOperator(tx, operatorId);
    const revoked = await revokeOperatorToken(tx, operatorId, id, now);
    if (owner === undefined || revoked === undefined) throw notFound();
    const data = { name: revoked.name, operator: owner.name, email: owner.email, network: networkOf(address) };
    if (revoked.now) await audit(tx, noCompany, by, ofToken('operatortoken.revoked', id, data), now);
  });
}
