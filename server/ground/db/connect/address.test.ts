import { expect, it } from 'vitest';
import { readAddress } from './address.ts';

it('one host is handed to the driver as it stands, and is not probed', () => {
  for (const url of [
    'postgres://user:pass%40word@db:5433/doorway?sslmode=verify-full',
    'postgres://user@/doorway?host=/run&port=5433',
    'postgres://localhost/doorway?target_session_attrs=any',
  ])
    expect(readAddress(url)).toMatchObject({ url, primary: false });
});

it('several hosts are told apart, whichever way they are written', () => {
  const hosts = [
    { host: 'one', port: 5432 },
    { host: '::1', port: 5433 },
  ];
  expect(readAddress('postgres://user:p,w@one,[::1]:5433/doorway?sslmode=no-verify')).toEqual({
    url: 'postgres://user:p,w@one/doorway?sslmode=no-verify&port=5432',
    hosts,
    primary: true,
  });
  expect(readAddress('postgres://user@/doorway?host=one,::1&port=5432,5433')?.hosts).toEqual(hosts);
  expect(readAddress('postgres://user@/doorway?host=/run/a,/run/b&port=5499')).toEqual({
    url: 'postgres://user@/doorway?host=%2Frun%2Fa&port=5499',
    hosts: [
      { host: '/run/a', port: 5499 },
      { host: '/run/b', port: 5499 },
    ],
    primary: true,
  });
});

it('one host that must take writes is probed as several are', () => {
  for (const attributes of ['read-write', 'primary'])
    expect(readAddress(`postgres://user@db/doorway?target_session_attrs=${attributes}`)).toEqual({
      url: 'postgres://user@db/doorway?port=5432',
      hosts: [{ host: 'db', port: 5432 }],
      primary: true,
    });
});
