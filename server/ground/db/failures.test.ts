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

const errorWith = (code: string, message: string) => Object.assign(new Error(message), { code });

it('a lost worker of a cluster means that the database is away, whichever node says so', () => {
  for (const [code, message] of [
    [
      '08006',
      'connection to the remote node doorway@127.0.0.1:5433 failed with the following error: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?',
    ],
    [
      '08006',
      'connection to the remote node doorway@127.0.0.1:5433 failed with the following error: FATAL:  the database system is starting up',
    ],
    ['XX000', 'failure on connection marked as essential: 127.0.0.1:5433'],
    [
      'XX000',
      'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\tbefore or while processing the request.',
    ],
    ['57014', 'canceling statement due to statement timeout'],
    ['57P01', 'terminating connection due to unexpected postmaster exit'],
    ['57P03', 'the database system is not yet accepting connections'],
  ] as const)
    expect([message, isDatabaseAway(errorWith(code, message))]).toEqual([message, true]);
});

it('another internal error does not', () => {
  expect(isDatabaseAway(errorWith('XX000', 'cache lookup failed for type 0'))).toBe(false);
});
