import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { hashToken } from '../server/ground/secrets/tokens.ts';
import { insertOperatorToken } from '../server/operators/admin-store.ts';
import { insertOperator } from '../server/operators/store.ts';

/** Adds an administrator and returns an operator token. */
export async function addOperator(client: pg.Client, name: string): Promise<string> {
  const token = `dwo_${randomBytes(32).toString('base64url')}`;
  const id = randomUUID();
  const now = new Date();
  await insertOperator(client, { id, email: `${name.toLowerCase()}@example.com`, name, administrator: true }, now);
  const hash = hashToken(token);
  await insertOperatorToken(client, {
    hash,
    id: randomUUID(),
    operatorId: id,
    name,
    createdAt: now,
    expiresAt: undefined,
  });
  return token;
}
