import { expect, it } from 'vitest';
import {
  demandsFor,
  needsProof,
  secondFactors,
  spendsProof,
  unmetDemand,
  type Demands,
  type SessionProof,
} from './demands.ts';
import { roles } from '../../common/permissions.ts';
import { ago } from '../testing/time.ts';

const demands: Demands = { secondFactor: 'nobody', passwords: 'on', mailLinks: 'on', proofs: 'fifteenMinutes' };
const byPassword: SessionProof = { way: 'password', provedAt: null, isSpent: false, hasFactor: false };

it('a second factor is demanded by role, and a passkey or the directory is one', () => {
  const refused = secondFactors.map((secondFactor) =>
    roles.filter((role) => unmetDemand({ ...demands, secondFactor }, byPassword, role) === 'factor.demanded'),
  );
  expect(refused).toEqual([[], ['administrator'], ['administrator', 'approver'], [...roles]]);
  for (const session of [
    { ...byPassword, provedAt: new Date() },
    { ...byPassword, way: 'passkey', provedAt: new Date() },
    { ...byPassword, way: 'directory' },
  ])
    expect(unmetDemand({ ...demands, secondFactor: 'everybody' }, session, 'administrator')).toBeUndefined();
});

it('for those who weakened a demand the stricter one holds for 30 days, whatever came since', () => {
  const now = new Date('2026-11-19T12:00:00Z');
  const weakened = [
    { rule: 'secondFactor', stricter: 'everybody', operators: ['a', 'b'], until: '2026-11-20T00:00:00.000Z' },
    { rule: 'secondFactor', stricter: 'deciders', operators: ['a'], until: '2026-11-21T00:00:00.000Z' },
    { rule: 'passwords', stricter: 'off', operators: ['b'], until: '2026-11-20T00:00:00.000Z' },
    { rule: 'proofs', stricter: 'always', operators: ['a'], until: '2026-11-19T12:00:00.000Z' },
  ] as const;
  const stored = { ...demands, weakened };
  expect(demandsFor(stored, 'a', now)).toEqual({ ...demands, secondFactor: 'everybody' });
  expect(demandsFor(stored, 'b', now)).toEqual({ ...demands, secondFactor: 'everybody', passwords: 'off' });
  expect(demandsFor(stored, 'c', now)).toEqual(demands);
  expect(demandsFor(stored, 'a', new Date('2026-11-20T12:00:00Z')).secondFactor).toBe('deciders');
});

it('without passwords a session that began with one is refused, whatever came after', () => {
  const refusal = (session: SessionProof) => unmetDemand({ ...demands, passwords: 'off' }, session, 'viewer');
  expect(refusal(byPassword)).toBe('password.refused');
  expect(refusal({ ...byPassword, provedAt: new Date() })).toBe('password.refused');
  expect(refusal({ ...byPassword, way: 'passkey' })).toBeUndefined();
  expect(refusal({ ...byPassword, way: 'directory' })).toBeUndefined();
});

it('a link in a mail is enough only for whom a password is, and proves nothing', () => {
  const link = { ...byPassword, way: 'link' };
  const refusal = (more: Partial<Demands>, session = link) => unmetDemand({ ...demands, ...more }, session, 'approver');
  expect([refusal({}), refusal({ secondFactor: 'administrators' })]).toEqual([undefined, undefined]);
  const asked: Partial<Demands>[] = [{ mailLinks: 'off' }, { passwords: 'off' }, { secondFactor: 'deciders' }];
  for (const more of asked) expect(refusal(more)).toBe('link.ended');
  expect(refusal({}, { ...link, hasFactor: true })).toBe('link.ended');
  expect(needsProof('fifteenMinutes', link, new Date())).toBe(true);
});

it('a proof holds for fifteen minutes or for one action, and only who can prove is asked', () => {
  const now = new Date();
  const needs = (proofs: Demands['proofs'], session: Partial<SessionProof>) =>
    needsProof(proofs, { ...byPassword, hasFactor: true, ...session }, now);
  const [recent, old] = [{ provedAt: ago(899_000) }, { provedAt: ago(901_000) }];
  expect([needs('fifteenMinutes', {}), needs('fifteenMinutes', recent), needs('fifteenMinutes', old)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(needs('fifteenMinutes', { ...recent, isSpent: true })).toBe(false);
  expect([needs('always', recent), needs('always', { ...recent, isSpent: true }), needs('always', old)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(needs('off', old)).toBe(false);
  expect(needs('always', { ...old, hasFactor: false })).toBe(false);
  expect(needs('fifteenMinutes', { ...old, hasFactor: false, way: 'directory' })).toBe(true);
  expect(spendsProof('always', byPassword)).toBe(false);
});
