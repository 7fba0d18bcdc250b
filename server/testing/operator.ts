import { expect, inject } from 'vitest';
import { send, type Answer, type Door } from './door.ts';
import { transaction } from '../ground/db/pool.ts';
import { beginSession } from '../operators/sign-in/sessions.ts';
import { insertOperator, setCompanies, setPassword } from '../operators/store.ts';
import { newId } from '../ground/db/ids.ts';

export const api = '/operator/v1';
export { goodPassword } from './password.ts';

export interface SignedIn {
  id: string;
  email: string;
  cookie: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** `administrator` is of the installation. */
export type TestRole = 'administrator' | 'companyAdministrator' | 'approver' | 'viewer';

export const roleIn = (role: Exclude<TestRole, 'administrator'>) =>
  role === 'companyAdministrator' ? 'administrator' : role;

export async function signedIn(door: Door, role: TestRole, company = door.company): Promise<SignedIn> {
  const id = newId();
  const email = `${role.toLowerCase()}-${id.slice(-6)}@example.com`;
  const session = await transaction(door.pool, async (tx) => {
    await insertOperator(tx, { id, email, name: `The ${role}`, administrator: role === 'administrator' }, new Date());
    if (role !== 'administrator') await setCompanies(tx, id, [{ id: company, role: roleIn(role) }]);
    await setPassword(tx, id, inject('passwordHash'), new Date());
    return beginSession(tx, id, undefined, new Date());
  });
  const cookie = `doorway_session=${session}`;
  return { id, email, cookie, call: (method, path, body) => callWith(door, cookie, method, path, body) };
}

/** Decides about an invoice as the console does: what takes a decision back names the one that the invoice shows. */
export async function decideAs(
  who: Pick<SignedIn, 'call'>,
  invoice: string,
  what: string,
  body: object = {},
): Promise<Answer> {
  const takesBack = what === 'reopen' || what === 'unsign';
  const seen = takesBack ? { decisionSeq: (await who.call('GET', invoice)).body.decisionSeq } : {};
  return who.call('POST', `${invoice}/${what}`, { ...seen, ...body });
}

export const callWith = (door: Door, cookie: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  send(door.url, method, api + path, { body, headers: { cookie, 'x-doorway-console': '1' } });

export const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie')?.split(';', 1)[0] ?? '';

/**
 * Waits until the database is idle, so that writes that no request waits for, such as the time of last use, are done.
 */
export async function settled({ pool }: Door): Promise<void> {
  const atWork = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await pool.query(atWork)).rowCount).toBe(0);
}
