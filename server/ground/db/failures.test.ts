import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { expect, it } from 'vitest';
import { isDatabaseAway } from './failures.ts';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const nowhere = join(tmpdir(), 'doorway-nowhere');

it('a socket that is missing, a port that is closed and a host that is unknown mean that the database is away', async () => {
  for (const connection of [{ host: nowhere }, { host: '127.0.0.1', port: 1 }, { host: 'nowhere.invalid' }]) {
    const error = await failureOf(new pg.Client(connection).connect());
    expect([connection.host, isDatabaseAway(error)]).toEqual([connection.host, true]);
  }
});

it('a file that is missing does not', async () => {
  const error = await failureOf(open(join(nowhere, 'file'), 'r'));
  expect(error).toMatchObject({ code: 'ENOENT', syscall: 'open' });
  expect(isDatabaseAway(error)).toBe(false);
});
