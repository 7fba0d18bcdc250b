import { afterAll, describe, expect, it } from 'vitest';
import { theService } from '../../../audit/record.ts';
import { voidApprovals } from '../../../decisions/late-holds.ts';
import { lockCounters } from '../../../events/counters.ts';
import { companyTransaction } from '../../../ground/db/pool.ts';
import { openDoor, paths, type Answer } from '../../../testing/door.ts';
import { decideAs, signedIn, type SignedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { nowMs } from '../../../testing/time.ts';
import { roundsOf } from '../../../testing/long.ts';

const door = await openDoor();
afterAll(() => door.close());
await door.addSupplier('1', { name: 'Nordbygg' });
const company = `/companies/${door.company}`;
async function named(name: string, role: 'approver' | 'administrator' = 'approver'): Promise<SignedIn> {
  const operator = await signedIn(door, role);
  await door.pool.query('UPDATE operators SET name = $2 WHERE id = $1', [operator.id, name]);
  return operator;
}
const [xenia, yngve, limited] = [await named('Xenia'), await named('Yngve'), await named('Lisa')];
const booker = await named('Bengt', 'administrator');
await door.pool.query('UPDATE operator_companies SET approval_limit = 0 WHERE company_id = $1 AND operator_id = $2', [
  door.company,
  limited.id,
]);

let made = 0;
const invoice = async (): Promise<string> =>
  (await door.post(paths.invoices, { externalReferenceId: `taken back ${(made += 1)}`, supplierNumber: '1' })).body.id;
const act = async (who: SignedIn, id: string, what: string, body: object = {}): Promise<Answer> => {
  const answer = await decideAs(who, `${company}/invoices/${id}`, what, body);
  expect(answer.status, answer.body.message).toBe(200);
  return answer;
};
const seqOf = async (who: SignedIn, id: string, what: string, body: object = {}): Promise<number> =>
  (await act(who, id, what, body)).body.decisionSeq;
const undo = (who: SignedIn, id: string, what: 'reopen' | 'unsign', decisionSeq: number | null) =>
  who.call('POST', `${company}/invoices/${id}/${what}`, {
    decisionSeq,
    ...(what === 'reopen' ? { reason: 'Undone' } : { comment: 'Undone' }),
  });
const eventsOf = async (id: string): Promise<{ seq: number; type: string }[]> =>
  (
    await door.pool.query(
      `SELECT seq::integer AS seq, split_part(type, '.', 2) AS type FROM events WHERE company_id = $1 AND subject_id = $2 ORDER BY seq`,
      [door.company, id],
    )
  ).rows;
const reason = 'No.';

async function bulk(who: SignedIn, decision: 'approve' | 'reject', ids: string[]): Promise<void> {
  const { id } = (await who.call('POST', `${company}/bulk`, { decision, ids, reason, withFindings: true })).body;
  expect((await who.call('POST', `${company}/bulk/${id}/next`)).body.done).toBe(ids.length);
}

/** Each makes a decision and resolves to its number, and then somebody decides again. */
const cases: [string, 'reopen' | 'unsign', string, string, (id: string) => Promise<number>][] = [
  [
    'an approval, after it was reopened and rejected',
    'reopen',
    'Yngve',
    'Invoice rejected',
    async (id) => {
      const seq = await seqOf(xenia, id, 'approve');
      await act(yngve, id, 'reopen', { reason });
      await act(yngve, id, 'reject', { reason });
      return seq;
    },
  ],
  [
    'an approval, after somebody else approved it again',
    'reopen',
    'Yngve',
    'Invoice approved',
    async (id) => {
      const seq = await seqOf(xenia, id, 'approve');
      await act(yngve, id, 'reopen', { reason });
      await act(yngve, id, 'approve');
      return seq;
    },
  ],
  [
    'a rejection, after it was reopened',
    'reopen',
    'Yngve',
    'Invoice reopened',
    async (id) => {
      const seq = await seqOf(xenia, id, 'reject', { reason });
      await act(yngve, id, 'reopen', { reason });
      return seq;
    },
  ],
  [
    'an approval, after it was booked',
    'reopen',
    'Bengt',
    'Invoice booked',
    async (id) => {
      const seq = await seqOf(xenia, id, 'approve');
      await act(booker, id, 'booked', { voucher: 'L 1' });
      return seq;
    },
  ],
  [
    'an approval, after a bulk rejection',
    'reopen',
    'Yngve',
    'Invoice rejected',
    async (id) => {
      const seq = await seqOf(xenia, id, 'approve');
      await act(yngve, id, 'reopen', { reason });
      await bulk(yngve, 'reject', [id, await invoice()]);
      return seq;
    },
  ],
  [
    'a bulk approval that the page showed, after it was reopened and rejected',
    'reopen',
    'Yngve',
    'Invoice rejected',
    async (id) => {
      await bulk(xenia, 'approve', [await invoice(), id]);
      const { decisionSeq } = (await xenia.call('GET', `${company}/invoices/${id}`)).body;
      await act(yngve, id, 'reopen', { reason });
      await act(yngve, id, 'reject', { reason });
      return decisionSeq;
    },
  ],
  [
    'an approval, after a hold took it back',
    'reopen',
    'Doorway itself',
    'Invoice reopened',
    async (id) => {
      const seq = await seqOf(xenia, id, 'approve');
      await companyTransaction(door.pool, door.company, async (tx) => {
        const now = await lockCounters(tx, door.company);
        await voidApprovals(tx, door.company, id, ['payee.changed'], theService, now);
      });
      return seq;
    },
  ],
  [
    'the first of two approvals, after the second',
    'unsign',
    'Yngve',
    'Invoice approved',
    async (id) => {
      const seq = await seqOf(limited, id, 'approve');
      await act(yngve, id, 'approve');
      return seq;
    },
  ],
  [
    'the first of two approvals, after a rejection, a reopening and a first approval of one’s own',
    'unsign',
    'Lisa',
    'Invoice approved by the first of two',
    async (id) => {
      const seq = await seqOf(limited, id, 'approve');
      await act(yngve, id, 'reject', { reason });
      await act(yngve, id, 'reopen', { reason });
      await act(limited, id, 'approve');
      return seq;
    },
  ],
];

describe('undo takes back nothing but the decision that it names', () => {
  it.each(cases)('%s: a 409 says by whom, when and what', async (_what, way, by, event, prepare) => {
    const begunAt = nowMs();
    const id = await invoice();
    const seq = await prepare(id);
    const before = await eventsOf(id);
    const stored = (await yngve.call('GET', `${company}/invoices/${id}`)).body;
    const answer = await undo(way === 'unsign' ? limited : xenia, id, way, seq);
    expectProblem(
      answer,
      409,
      new RegExp(
        `^Nothing was taken back, because ${by} made a later decision at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC: ${event}\\.$`,
      ),
    );
    expect(answer.body).toMatchObject({ code: 'decision.refused', parameters: { why: 'decision.later' } });
    expect(Date.parse(answer.body.parameters.at)).toBeGreaterThanOrEqual(begunAt);
    expect(await eventsOf(id)).toEqual(before);
    expect((await yngve.call('GET', `${company}/invoices/${id}`)).body).toEqual(stored);
  });

  it('the answer to a decision names it, and undoing that decision works, at once and after notes and assignments', async () => {
    for (const between of [false, true]) {
      const id = await invoice();
      const seq = await seqOf(xenia, id, 'approve');
      expect((await eventsOf(id)).at(-1)).toEqual({ seq, type: 'approved' });
      if (between) {
        await yngve.call('POST', `${company}/invoices/${id}/notes`, { text: 'Is it right?' });
        await yngve.call('PUT', `${company}/invoices/${id}/assignment`, { operatorId: xenia.id });
      }
      const undone = await undo(xenia, id, 'reopen', seq);
      expect(undone.body).toMatchObject({ state: 'received' });
      expect((await eventsOf(id)).at(-1)).toEqual({ seq: undone.body.decisionSeq, type: 'reopened' });
    }
    const id = await invoice();
    const seq = await seqOf(limited, id, 'approve');
    expect((await undo(limited, id, 'unsign', seq)).body).toMatchObject({ signed: null });
  });

  it('a request that names no decision, or that of another invoice, takes nothing back', async () => {
    const [id, other] = [await invoice(), await invoice()];
    await act(xenia, id, 'approve');
    const otherSeq = await seqOf(xenia, other, 'approve');
    expectProblem(await xenia.call('POST', `${company}/invoices/${id}/reopen`, { reason }), 400, 'decisionSeq');
    expectProblem(await xenia.call('POST', `${company}/invoices/${id}/unsign`, {}), 400, 'decisionSeq');
    for (const seq of [null, otherSeq, 1]) expectProblem(await undo(xenia, id, 'reopen', seq), 409, 'Xenia');
    expect((await eventsOf(id)).at(-1)?.type).toBe('approved');
  });

  it('a decision whose event is no longer kept can be reopened, as the page shows it', async () => {
    const id = await invoice();
    const seq = await seqOf(xenia, id, 'approve');
    await door.pool.query('DELETE FROM events WHERE company_id = $1 AND subject_id = $2', [door.company, id]);
    expect((await xenia.call('GET', `${company}/invoices/${id}`)).body.decisionSeq).toBeNull();
    expectProblem(await undo(xenia, id, 'reopen', seq), 409, 'is not the latest one. Look at the record again.');
    expect((await undo(xenia, id, 'reopen', null)).body.state).toBe('received');
  });

  it('if an undo and another’s reopening and rejection come at once, the rejection stands, and every answer names its own decision', async () => {
    for (let round = 0; round < roundsOf(4); round += 1) {
      const id = await invoice();
      const seq = await seqOf(xenia, id, 'approve');
      const rejects = async () => {
        const reopened = await undo(yngve, id, 'reopen', seq);
        return [reopened, await yngve.call('POST', `${company}/invoices/${id}/reject`, { reason })];
      };
      const [undone, [reopened, rejected]] = await Promise.all([undo(xenia, id, 'reopen', seq), rejects()]);
      expect([undone.status, reopened?.status].toSorted()).toEqual([200, 409]);
      expect(rejected?.status).toBe(200);
      const events = (await eventsOf(id)).slice(-3);
      expect(events.map(({ type }) => type)).toEqual(['approved', 'reopened', 'rejected']);
      const winner = undone.status === 200 ? undone : reopened;
      expect([winner?.body.decisionSeq, rejected?.body.decisionSeq]).toEqual(events.slice(1).map((one) => one.seq));
    }
  });
});
