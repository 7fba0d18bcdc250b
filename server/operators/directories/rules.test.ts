import { expect, it } from 'vitest';
import * as rules from './rules.ts';
import type { RoleRow } from './rules.ts';
import type { CompanyId } from '../../ground/db/pool.ts';

const [acme, boss] = ['acme', 'boss'] as CompanyId[] as [CompanyId, CompanyId];
const row = (value: string, role: RoleRow['role'], company: CompanyId | null = acme, approvalLimit?: string) => ({
  claim: 'groups',
  value,
  company,
  role,
  ...(approvalLimit !== undefined && { approvalLimit }),
});
const rightsOf = (rows: RoleRow[], ...groups: unknown[]) => rules.rightsOf(rows, { groups });

it('a value gives a role only if it is exactly the same', () => {
  const rows = [row('clerks', 'viewer')];
  expect(rightsOf(rows, 'clerks')).toEqual({
    administrator: false,
    companies: [{ id: acme, role: 'viewer', approvalLimit: null }],
  });
  for (const other of [
    'Clerks',
    'clerks ',
    '/clerks',
    'clerk',
    'clerks,admins',
    '',
    null,
    { clerks: true },
    ['clerks'],
  ])
    expect(rightsOf(rows, other), JSON.stringify(other)).toBeUndefined();
  expect(rules.rightsOf(rows, { group: ['clerks'] })).toBeUndefined();
  expect(rules.rightsOf([], { groups: ['clerks'] })).toBeUndefined();
});

it('several rows add up: the strongest role of each company counts, with its highest limit', () => {
  const rows = [
    row('viewers', 'viewer'),
    row('small', 'approver', acme, '1000'),
    row('large', 'approver', acme, '20000.50'),
    row('all', 'approver'),
    row('boss', 'viewer', boss),
    row('chief', 'administrator'),
  ];
  const limitOf = (...groups: string[]) => rightsOf(rows, ...groups)?.companies.find(({ id }) => id === acme);
  expect(limitOf('small', 'viewers')).toMatchObject({ role: 'approver', approvalLimit: '1000' });
  expect(limitOf('large', 'small')).toMatchObject({ role: 'approver', approvalLimit: '20000.50' });
  expect(limitOf('small', 'all', 'large')).toMatchObject({ role: 'approver', approvalLimit: null });
  expect(limitOf('chief', 'all')).toMatchObject({ role: 'administrator', approvalLimit: null });
  expect(rightsOf(rows, 'chief')).toMatchObject({ administrator: false });
  expect(rightsOf(rows, 'boss', 'viewers')?.companies.map(({ id }) => id)).toEqual([acme, boss]);
});

it('a row for everywhere makes an administrator, in addition to other rows', () => {
  const rows = [row('admins', 'administrator', null), row('viewers', 'viewer')];
  expect(rightsOf(rows, 'admins', 'viewers')).toMatchObject({ administrator: true, companies: [{ id: acme }] });
  expect(rightsOf(rows, 'viewers')).toMatchObject({ administrator: false });
});

it('a claim may be one text, a list, or within others by a path', () => {
  expect(rules.valuesOf({ groups: 'one' }, 'groups')).toEqual(['one']);
  expect(rules.valuesOf({ groups: ['one', 2, true, null, {}] }, 'groups')).toEqual(['one', '2', 'true']);
  expect(rules.valuesOf({ realm_access: { roles: ['a'] } }, 'realm_access.roles')).toEqual(['a']);
  expect(rules.valuesOf({ 'https://example.com/roles': ['a'] }, 'https://example.com/roles')).toEqual(['a']);
  for (const name of ['__proto__', 'constructor.name', 'toString', 'groups.length', ''])
    expect(rules.valuesOf({ groups: 'one' }, name), name).toEqual([]);
});

it('what an operator sees has bounds, and leaves out what is only about the token', () => {
  const claims = {
    iss: 'x',
    nonce: 'x',
    sub: 'me',
    groups: Array.from({ length: 60 }, () => 'g'.repeat(300)),
    more: { roles: ['a'] },
  };
  const shown = rules.allClaims(claims);
  expect(shown.map(({ name }) => name)).toEqual(['sub', 'groups', 'more.roles']);
  expect([shown[1]?.values.length, shown[1]?.values[0]?.length]).toEqual([50, 200]);
  expect(rules.claimsAskedFor([row('a', 'viewer'), row('b', 'viewer')], { groups: 'x', email: 'y' })).toEqual([
    { name: 'groups', values: ['x'] },
  ]);
});

it('a directory of some companies signs in only who can enter no others', () => {
  const rights = { administrator: false, companies: [{ id: acme }] };
  expect(rules.isWithin(null, { ...rights, administrator: true })).toBe(true);
  expect(rules.isWithin([acme], rights)).toBe(true);
  expect(rules.isWithin([boss], rights)).toBe(false);
  expect(rules.isWithin([acme, boss], { ...rights, administrator: true })).toBe(false);
});

it.each([
  [[row('a', 'viewer'), row('a', 'approver')], null, ['roles[1].value']],
  [[row('a', 'approver', null)], null, ['roles[0].role']],
  [[row('a', 'viewer', acme, '10')], null, ['roles[0].approvalLimit']],
  [[row('a', 'viewer', acme)], [boss], ['roles[0].company']],
  [[row('a', 'administrator', null)], [boss], ['roles[0].company']],
  [[row('a', 'viewer'), row('a', 'administrator', boss)], [acme, boss], []],
])('rows that contradict each other or their directory are problems (%#)', (rows, companies, paths) => {
  expect(rules.problemsOfRows(rows as RoleRow[], companies).map(({ path }) => path)).toEqual(paths);
});

it('new rows, stronger roles and higher limits give more; the rest takes effect at once', () => {
  const before = [row('a', 'viewer'), row('b', 'approver', acme, '10'), row('c', 'approver')];
  const after = [row('a', 'approver'), row('b', 'approver', acme, '9'), row('d', 'viewer')];
  const gains = rules.gainedRows(before, after);
  expect(gains.map(({ value }) => value)).toEqual(['a', 'd']);
  expect(rules.withoutGains(before, after, gains)).toEqual([row('a', 'viewer'), row('b', 'approver', acme, '9')]);
  expect(rules.gainedRows(before, [row('b', 'approver', acme, '11')])).toHaveLength(1);
  expect(rules.gainedRows(before, [row('b', 'approver')])).toHaveLength(1);
  expect(rules.gainedRows(before, [row('c', 'approver', acme, '5'), row('c', 'viewer', boss)])).toHaveLength(1);
});
