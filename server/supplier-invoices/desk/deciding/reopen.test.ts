import { afterAll, describe, expect, it } from 'vitest';
import { invoiceActions } from '../../deciding/action-rules.ts';
import { isStillHeld } from '../../deciding/decision-rules.ts';
import { invoiceStates } from '../../../decisions/invoices.ts';
import type { ReleaseHistory } from '../../checking/finding-rules.ts';
import { openDoor, paths } from '../../../testing/door.ts';
import { traceIdOf } from '../../../testing/happenings.ts';
import { countOf, invoiceOn } from '../../../testing/operations.ts';
import { decideAs, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';

/** A second operator, because the one who released an invoice cannot approve it. */
const door = await openDoor();
await door.addSupplier('1', { name: 'Nordbygg', bankGiro: '991-2346' });
const approver = await signedIn(door, 'approver');
const releaser = await signedIn(door, 'approver');
const viewer = await signedIn(door, 'viewer');
const base = `/companies/${door.company}/invoices`;
afterAll(() => door.close());

const act = (id: string, what: string, body: object = {}, who = approver) => decideAs(who, `${base}/${id}`, what, body);
const decided = async (reference: string, what: 'approve' | 'reject' = 'approve') => {
  const id = await invoiceOn(door, reference);
  const { status, body } = await act(id, what, what === 'reject' ? { reason: 'No.' } : { comment: 'Fine.' });
  expect(status, body.message).toBe(200);
  return id;
};
const stored = async (id: string) =>
  (await door.pool.query('SELECT state, decided_at, decided_by, reason FROM supplier_invoices WHERE id = $1', [id]))
    .rows[0];
const reason = 'Too early.';

describe('what was decided can be reopened', () => {
  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const)('after %s it is received again, undecided, and keeps who, when and why', async (decision, from) => {
    const id = await decided(`reopen ${decision}`, decision);
    const answer = await act(id, 'reopen', { reason: `  ${reason} ` });
    expect(answer.status, answer.body.message).toBe(200);
    expect(answer.body).toMatchObject({
      id,
      state: 'received',
      actions: {
        approve: { allowed: true },
        reject: { allowed: true },
        reopen: { allowed: false, code: 'invoice.undecided' },
      },
    });
    expect(answer.body.timeline.map(({ type }: { type: string }) => type)).toEqual([
      'supplierinvoice.created',
      `supplierinvoice.${from}`,
      'supplierinvoice.reopened',
    ]);
    expect(answer.body.timeline.at(-1)).toMatchObject({ by: 'The approver', reason });
    expect(await stored(id)).toEqual({ state: 'received', decided_at: null, decided_by: null, reason: null });
    const { rows: events } = await door.pool.query(
      'SELECT type, data FROM events WHERE subject_id = $1 ORDER BY seq DESC LIMIT 1',
      [id],
    );
    expect(events).toEqual([
      {
        type: 'supplierinvoice.reopened',
        data: {
          supplierInvoiceId: id,
          externalReferenceId: `reopen ${decision}`,
          supplierNumber: '1',
          partnerId: expect.any(String),
          partnerName: 'Scanner',
          by: { id: approver.id, name: 'The approver' },
          reason,
          traceId: traceIdOf(answer),
          from,
          state: 'received',
        },
      },
    ]);
    const { rows: audited } = await door.pool.query(
      'SELECT operator_id, action, data FROM audit_log WHERE subject_id = $1 ORDER BY seq DESC LIMIT 1',
      [id],
    );
    expect(audited).toEqual([
      {
        operator_id: approver.id,
        action: 'supplierinvoice.reopened',
        data: { reason, from, state: 'received' },
      },
    ]);
    expect((await act(id, decision, decision === 'reject' ? { reason: 'No.' } : {})).status).toBe(200);
    expect(await stored(id)).toMatchObject({ state: from, decided_by: approver.id });
  });

  it('and the list shows it among the received ones', async () => {
    const id = await decided('listed again');
    const listedIn = async (state: string) =>
      (await approver.call('GET', `${base}?state=${state}&q=${encodeURIComponent('listed again')}`)).body.rows.map(
        ({ id }: { id: string }) => id,
      );
    expect(await listedIn('approved')).toEqual([id]);
    expect((await act(id, 'reopen', { reason })).status).toBe(200);
    expect(await listedIn('approved')).toEqual([]);
    expect(await listedIn('received')).toEqual([id]);
  });

  it('by several concurrent requests, one of which succeeds', async () => {
    const id = await decided('reopened at once');
    const { decisionSeq } = (await approver.call('GET', `${base}/${id}`)).body;
    const answers = await Promise.all(Array.from({ length: 8 }, () => act(id, 'reopen', { reason, decisionSeq })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(
        answer,
        409,
        /^Nothing was taken back, because The approver made a later decision at .* UTC: Invoice reopened\.$/,
      );
    const { rowCount } = await door.pool.query(
      `SELECT FROM events WHERE subject_id = $1 AND type = 'supplierinvoice.reopened'`,
      [id],
    );
    expect(rowCount).toBe(1);
  });

  it('and takes a reason', async () => {
    const id = await decided('reopen without');
    for (const body of [{}, { reason: ' ' }, { reason: 'a'.repeat(1_001) }, { reason, comment: 'x' }])
      expectProblem(await act(id, 'reopen', body), 400);
    expect((await stored(id)).state).toBe('approved');
  });

  it('and not by a viewer, for whom the action is not allowed', async () => {
    const id = await decided('reopen as a viewer');
    expect((await viewer.call('GET', `${base}/${id}`)).body.actions.reopen).toMatchObject({ code: 'role.refused' });
    expectProblem(await act(id, 'reopen', { reason }, viewer), 403, 'viewer');
    expect((await stored(id)).state).toBe('approved');
  });

  it.each(invoiceStates)('and to reopen one that is %s is what the rules say', async (state) => {
    const id = await invoiceOn(door, `reopen in ${state}`);
    const by = ['approved', 'rejected', 'booked'].includes(state) ? approver.id : null;
    const booker = state === 'booked' ? approver.id : null;
    await door.pool.query(
      `UPDATE supplier_invoices SET state = $2, decided_by = $3, decided_at = $4, reason = $5,
         booked_by = $6, booked_at = $7, voucher = $8, withdrawn_at = $9 WHERE id = $1`,
      [
        id,
        state,
        by,
        by && new Date(),
        by && 'No.',
        booker,
        booker && new Date(),
        booker && 'L 1',
        state === 'withdrawn' ? new Date() : null,
      ],
    );
    const action = invoiceActions(state, 'approver').reopen;
    expect(action.allowed).toBe(state === 'approved' || state === 'rejected');
    expect((await approver.call('GET', `${base}/${id}`)).body.actions.reopen).toEqual(action);
    const before = await countOf(door, 'events');
    const answer = await act(id, 'reopen', { reason });
    if (action.allowed) return expect(answer.status).toBe(200);
    expectProblem(answer, 409, state === 'withdrawn' ? /The partner Scanner withdrew this invoice on/ : action.why);
    expect(await countOf(door, 'events')).toBe(before);
    expect((await stored(id)).state).toBe(state);
  });
});

describe('what holds an invoice and was never released', () => {
  const heldOn = async (reference: string) => {
    const sent = { externalReferenceId: reference, supplierNumber: '1', supplierBankGiro: '5050-1055' };
    const { id } = (await door.post(paths.invoices, sent)).body;
    expect((await stored(id)).state).toBe('held');
    return id as string;
  };

  it('holds it again when it is reopened', async () => {
    const id = await decided('held later');
    const found = [{ code: 'payee.name', severity: 'hold', parameters: {}, message: 'Another name.' }];
    await door.pool.query('UPDATE supplier_invoices SET findings = $2 WHERE id = $1', [id, JSON.stringify(found)]);
    const { body } = await act(id, 'reopen', { reason });
    expect(body).toMatchObject({ state: 'held', actions: { release: { allowed: true }, approve: { allowed: false } } });
    const { rows } = await door.pool.query('SELECT data FROM events WHERE subject_id = $1 ORDER BY seq DESC LIMIT 1', [
      id,
    ]);
    expect(rows[0].data).toMatchObject({ from: 'approved', state: 'held' });
  });

  it('also if it was rejected while it was held', async () => {
    const id = await heldOn('suspected fraud');
    expect((await act(id, 'reject', { reason: 'Not their account.' })).body).toMatchObject({
      state: 'rejected',
      decision: { outcome: 'rejected', reason: 'Not their account.' },
    });
    const { body } = await act(id, 'reopen', { reason });
    expect(body).toMatchObject({ state: 'held', actions: { reject: { allowed: true }, approve: { allowed: false } } });
  });

  it('and a released finding does not', async () => {
    const id = await heldOn('released before');
    expect((await act(id, 'release', { reason: 'It is right.' }, releaser)).status).toBe(200);
    expect((await act(id, 'approve')).status).toBe(200);
    expect((await act(id, 'reopen', { reason })).body.state).toBe('received');
  });

  it('and a finding after the release does', async () => {
    const id = await heldOn('held anew');
    await act(id, 'release', { reason: 'It is right.' }, releaser);
    await act(id, 'approve');
    const found = { code: 'payee.name', severity: 'hold', parameters: {}, message: 'Another name.' };
    await door.pool.query('UPDATE supplier_invoices SET findings = findings || $2::jsonb WHERE id = $1', [
      id,
      JSON.stringify([found]),
    ]);
    expect((await act(id, 'reopen', { reason })).body.state).toBe('held');
  });

  const hold = { code: 'payee.name', severity: 'hold', parameters: {}, message: '' } as const;
  const dismissed = { ...hold, dismissed: { at: '', by: { id: '', name: '' }, reason: '' } };
  const warning = { ...hold, severity: 'warning' } as const;
  const released = new Date();
  it.each<[string, Omit<ReleaseHistory, 'findings'>, ReleaseHistory['findings'], boolean]>([
    ['nothing found', { releasedAt: null, releasedFindings: null }, [], false],
    ['a warning', { releasedAt: null, releasedFindings: null }, [warning], false],
    ['a hold', { releasedAt: null, releasedFindings: null }, [warning, hold], true],
    ['a hold that was dismissed', { releasedAt: null, releasedFindings: null }, [dismissed], false],
    ['a hold that was released', { releasedAt: released, releasedFindings: 1 }, [hold], false],
    ['a hold after the release', { releasedAt: released, releasedFindings: 1 }, [hold, hold], true],
    ['a warning after the release', { releasedAt: released, releasedFindings: 1 }, [hold, warning], false],
    [
      'one after the release that was dismissed',
      { releasedAt: released, releasedFindings: 1 },
      [hold, dismissed],
      false,
    ],
    ['a release from before it was counted', { releasedAt: released, releasedFindings: null }, [hold], false],
  ])('%s', (_what, release, findings, expected) => {
    expect(isStillHeld({ ...release, findings })).toBe(expected);
  });
});
