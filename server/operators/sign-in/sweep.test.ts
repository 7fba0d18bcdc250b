import { afterAll, expect, it } from 'vitest';
import { sweepInvitations, sweepSessions, sweepTries } from './sweep.ts';
import { createClient } from '../../testing/access.ts';
import { authenticate, issueToken } from '../../door/oauth/actions.ts';
import { sweepIssuedTokens } from '../../partners/actions.ts';
import { openOwnDoor } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { fromNow, nowMs } from '../../testing/time.ts';
import { newId } from '../../ground/db/ids.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const now = new Date('2026-12-01T12:00:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const ahead = (milliseconds: number) => ago(-milliseconds);
const { signal } = new AbortController();

const door = await openOwnDoor('It sweeps what all operators have left behind.');
afterAll(() => door.close());

it('links are removed the given days after use or expiry, and valid ones stay', async () => {
  const links: [name: string, expires: Date, used: Date | null][] = [
    ['used long ago', ago(29 * day), ago(30 * day + 1)],
    ['used of late', ago(29 * day), ago(30 * day - 1)],
    ['expired long ago', ago(30 * day + 1), null],
    ['expired of late', ago(30 * day - 1), null],
    ['works', ahead(1), null],
  ];
  for (const [name, expires, used] of links)
    await door.pool.query('INSERT INTO invitations (hash, created_at, expires_at, used_at) VALUES ($1, $2, $3, $4)', [
      Buffer.from(name),
      ago(60 * day),
      expires,
      used,
    ]);
  expect(await sweepInvitations(door.pool, 30, now, signal)).toBe(2);
  const { rows } = await door.pool.query<{ hash: Buffer }>('SELECT hash FROM invitations');
  expect(rows.map(({ hash }) => hash.toString()).sort()).toEqual(['expired of late', 'used of late', 'works']);
});

it('tries of passwords are removed after the given hours', async () => {
  await door.pool.query(
    `INSERT INTO sign_in_tries (email, address, id, tried_at)
     SELECT 'somebody' || nth % 7, '192.0.2.1', gen_random_uuid(), CASE WHEN nth <= 2100 THEN $1 ELSE $2 END::timestamptz FROM generate_series(1, 2103) AS nth`,
    [ago(24 * hour + 1), ago(24 * hour - 1)],
  );
  expect(await sweepTries(door.pool, 24, now, signal)).toBe(2_100);
  expect((await door.pool.query('SELECT FROM sign_in_tries')).rowCount).toBe(3);
});

it('expired and idle sessions are removed', async () => {
  const { id } = await signedIn(door, 'viewer');
  await door.pool.query('DELETE FROM operator_sessions');
  for (const [created, expires] of [
    [ago(day), ahead(day)],
    [ago(1), ago(1)],
    [ago(1), ahead(1)],
  ])
    await door.pool.query(
      'INSERT INTO operator_sessions (hash, operator_id, created_at, expires_at) VALUES ($1, $2, $3, $4)',
      [Buffer.from(newId()), id, created, expires],
    );
  await sweepSessions(door.pool, now);
  expect((await door.pool.query('SELECT expires_at FROM operator_sessions')).rows).toEqual([{ expires_at: ahead(1) }]);
});

it('tokens of clients are removed a day after they expired, and tokens created by people stay', async () => {
  const client = await createClient(door.pool, { company: door.companyName, partner: 'Scanner' });
  await issueToken(door.pool, await authenticate(door.pool, client), undefined);
  await door.tokenFor({ expiresAt: fromNow(hour) });
  const count = async () => (await door.pool.query('SELECT FROM access_tokens')).rowCount;
  const before = await count();
  const issuedUntil = nowMs() + hour;
  expect(await sweepIssuedTokens(door.pool, new Date(issuedUntil + day - hour), signal)).toBe(0);
  expect(await sweepIssuedTokens(door.pool, new Date(issuedUntil + day + 1), signal)).toBe(1);
  expect(await count()).toBe((before ?? 0) - 1);
});
