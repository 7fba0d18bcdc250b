import { expect, it } from 'vitest';
import { needsProof, secondFactors, spendsProof, unmetDemand, type Demands, type SessionProof } from './demands.ts';
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

it('without passwords a session that began with one is refused, whatever came after', () => {
  const refusal = (session: SessionProof) => unmetDemand({ ...demands, passwords: 'off' }, session, 'viewer');
  expect(refusal(byPassword)).toBe('password.refused');
  expect(refusal({ ...byPassword, provedAt: new Date() })).toBe('password.refused');
  expect(refusal({ ...byPassword, way: 'passkey' })).toBeUndefined();
  expect(refusal({ ...byPassword, way: 'directory' })).toBeUndefined();
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
