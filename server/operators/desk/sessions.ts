import { audit } from '../../audit/record.ts';
import { sessionEnded } from '../../desk/auth.ts';
import { noCompany, transaction, type Db, type Pool } from '../../ground/db/pool.ts';
import { hashToken } from '../../ground/secrets/tokens.ts';
import type { Operator } from '../permissions.ts';
import { endAccess } from '../sessions.ts';
import { deleteSession, hasSession, lockOperator } from '../store.ts';

/** For what gives access: a session that ended after the request was let in, while it waited, gives none. */
export async function requireSession(tx: Db, operatorId: string, session: string | undefined): Promise<void> {
  if (session === undefined || !(await hasSession(tx, operatorId, hashToken(session)))) throw sessionEnded();
}

const of = (action: string, { id }: Operator, data: object) => ({
  action,
  subjectType: 'operator',
  subjectId: id,
  data,
});

export function signOut(pool: Pool, operator: Operator, session: string, network: string): Promise<void> {
  return transaction(pool, async (tx) => {
    if (await deleteSession(tx, hashToken(session)))
      await audit(tx, noCompany, operator, of('operator.signedout', operator, { network }), new Date());
  });
}

export function signOutEverywhere(pool: Pool, operator: Operator, network: string): Promise<void> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    await lockOperator(tx, operator.id);
    const tokensRevoked = await endAccess(tx, operator.id, undefined, now);
    await audit(tx, noCompany, operator, of('operator.signedouteverywhere', operator, { network, tokensRevoked }), now);
  });
}
