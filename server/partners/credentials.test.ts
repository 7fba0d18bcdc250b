import { afterAll, describe, expect, it } from 'vitest';
import { revokeClientBy, revokeTokenBy } from './credentials.ts';
import { commandLine } from '../audit/record.ts';
import { createClient, createToken } from '../testing/access.ts';
import { openDoor } from '../testing/door.ts';
import { signedIn } from '../testing/operator.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const { rows } = await door.pool.query("SELECT id FROM partners WHERE company_id = $1 AND name = 'Scanner'", [
  door.company,
]);
const partnerId = rows[0].id;
afterAll(() => door.close());

const request = () => ({ company: door.companyName, partner: 'Scanner', scopes: ['suppliers:read'], by: commandLine });
const form = () => ({ partnerId, scopes: ['suppliers:read'] });

interface Kind {
  fromCommandLine(): Promise<{ id: string }>;
  revokeFromCommandLine(id: string): Promise<boolean>;
}

describe.each<[string, Kind]>([
  [
    'token',
    {
      fromCommandLine: () => createToken(door.pool, request()),
      revokeFromCommandLine: (id) => revokeTokenBy(door.pool, commandLine, { id }),
    },
  ],
  [
    'client',
    {
      fromCommandLine: () => createClient(door.pool, request()),
      revokeFromCommandLine: (id) => revokeClientBy(door.pool, commandLine, id),
    },
  ],
])('a %s', (kind, { fromCommandLine, revokeFromCommandLine }) => {
  const path = () => `/companies/${door.company}/${kind}s`;
  const fromDesk = async () => (await administrator.call('POST', path(), form())).body as { id: string };
  const entriesOf = async (id: string) =>
    (
      await door.pool.query(
        'SELECT action, subject_type, data FROM audit_log WHERE company_id = $1 AND subject_id = $2 ORDER BY seq',
        [door.company, id],
      )
    ).rows;

  it('is recorded in the same way by the command line and the desk', async () => {
    const [one, other] = [await fromCommandLine(), await fromDesk()];
    expect(await revokeFromCommandLine(one.id)).toBe(true);
    expect((await administrator.call('DELETE', `${path()}/${other.id}`)).status).toBe(204);
    const entries = await entriesOf(one.id);
    expect(entries.map(({ action }) => action)).toEqual([`${kind}.created`, `${kind}.revoked`]);
    expect(await entriesOf(other.id)).toEqual(entries);
  });

  it('that both revoke in parallel is recorded as revoked once', async () => {
    const { id } = await fromDesk();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 === 0 ? revokeFromCommandLine(id) : administrator.call('DELETE', `${path()}/${id}`),
      ),
    );
    expect(await revokeFromCommandLine(id)).toBe(true);
    expect((await administrator.call('DELETE', `${path()}/${id}`)).status).toBe(204);
    expect((await entriesOf(id)).filter(({ action }) => action === `${kind}.revoked`)).toHaveLength(1);
  });

  it('of another company can be revoked only by the command line', async () => {
    const elsewhere = await door.addCompany('Elsewhere');
    const { id } = await fromCommandLine();
    expect((await administrator.call('DELETE', `/companies/${elsewhere.id}/${kind}s/${id}`)).status).toBe(404);
    expect(await revokeFromCommandLine(id)).toBe(true);
  });
});
