import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { verifyChain } from '../../../audit/actions.ts';
import { openDoor, paths, type Answer } from '../../../testing/door.ts';
import { traceIdOf } from '../../../testing/happenings.ts';
import { signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { terminate, waitingWith } from '../../../testing/waiting.ts';
import { newId } from '../../../ground/db/ids.ts';

let suppliers = 0;
const door = await openDoor();
await door.addSupplier('1', { bankGiro: '991-2346' });
const approver = await signedIn(door, 'approver');
const other = await signedIn(door, 'approver');
const administrator = await signedIn(door, 'administrator');
const base = `/companies/${door.company}`;
afterAll(() => door.close());

let made = 0;
async function invoice(fields: object = {}): Promise<string> {
  const sent = { externalReferenceId: `bulk-${(made += 1)}`, supplierNumber: '1', ...fields };
  const answer = await door.post(paths.invoices, sent);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.id;
}
async function invoices(many: number, fields: object = {}): Promise<{ supplier: string; ids: string[] }> {
  const supplier = `S${(suppliers += 1)}`;
  await door.addSupplier(supplier);
  const ids = Promise.all(Array.from({ length: many }, () => invoice({ supplierNumber: supplier, ...fields })));
  const made = { supplier, ids: await ids };
  // Reading the list brings the projections up to date.
  done(await approver.call('GET', `${base}/invoices?limit=1`));
  return made;
}

const prepare = (form: object, by = approver) => by.call('POST', `${base}/bulk`, { decision: 'approve', ...form });
const next = (id: string, by = approver) => by.call('POST', `${base}/bulk/${id}/next`);
const read = (id: string, by = approver) => by.call('GET', `${base}/bulk/${id}`);
const done = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

async function decidedOf(ids: string[], event = 'supplierinvoice.approved') {
  const events = await door.pool.query(
    'SELECT subject_id, count(*)::integer AS many FROM events WHERE subject_id = ANY ($1) AND type = $2 GROUP BY 1',
    [ids, event],
  );
  const entries = await door.pool.query(
    'SELECT subject_id, count(*)::integer AS many FROM audit_log WHERE subject_id = ANY ($1) AND action = $2 GROUP BY 1',
    [ids, event],
  );
  const states = await door.pool.query('SELECT state FROM supplier_invoices WHERE id = ANY ($1)', [ids]);
  return {
    events: events.rows.map(({ many }) => many),
    entries: entries.rows.map(({ many }) => many),
    states: states.rows.map(({ state }) => state),
  };
}
const each = (many: number, state = 'approved') => ({
  events: Array.from({ length: many }, () => 1),
  entries: Array.from({ length: many }, () => 1),
  states: Array.from({ length: many }, () => state),
});

it('a bulk prepared by ids has each invoice once, with sums by currency, and decides nothing', async () => {
  const [one, two, three] = [
    await invoice({ totalPrice: 100.5, currency: 'SEK' }),
    await invoice({ totalPrice: 1000, currency: 'SEK' }),
    await invoice({ totalPrice: 7, currency: 'EUR' }),
  ];
  const bulk = done(await prepare({ ids: [one, two, three, one] }));
  expect(bulk).toEqual({
    id: expect.any(String),
    decision: 'approve',
    reason: null,
    withFindings: false,
    createdAt: expect.any(String),
    total: 3,
    done: 0,
    left: 3,
    leftOutCount: 0,
    begun: false,
    finished: false,
    sums: [
      { currency: 'SEK', count: 2, total: '1100.5' },
      { currency: 'EUR', count: 1, total: '7' },
    ],
    partners: [{ name: 'Scanner', count: 3, isNotified: false }],
    leftOut: [],
    leftOutBy: [],
  });
  expect((await decidedOf([one, two, three])).events).toEqual([]);
  expect(done(await read(bulk.id))).toEqual(bulk);
});

it('all invoices of a filter are decided a hundred at a time, each with its event and its audit entry', async () => {
  const { supplier, ids } = await invoices(101, { totalPrice: 1, currency: 'SEK' });
  const bulk = done(await prepare({ filter: { supplier, state: 'received' }, reason: ' All delivered. ' }));
  expect(bulk).toMatchObject({ total: 101, left: 101, sums: [{ currency: 'SEK', count: 101, total: '101' }] });
  const first = await next(bulk.id);
  expect(done(first)).toMatchObject({ done: 100, left: 1, begun: true, finished: false });
  const last = done(await next(bulk.id));
  expect(last).toMatchObject({ done: 101, left: 0, finished: true, leftOut: [], sums: bulk.sums });
  expect(done(await next(bulk.id))).toEqual(last);
  expect(await decidedOf(ids)).toEqual(each(101));
  const { rows } = await door.pool.query(
    `SELECT data FROM events WHERE type = 'supplierinvoice.approved' AND data ->> 'traceId' = $1`,
    [traceIdOf(first)],
  );
  expect(rows).toHaveLength(100);
  expect(rows[0].data).toMatchObject({ by: { id: approver.id, name: 'The approver' }, reason: 'All delivered.' });
  const { body: log } = await administrator.call('GET', `${base}/audit?folded=true&action=supplierinvoice.approved`);
  expect(log.rows).toHaveLength(1);
  expect(log.rows[0]).toMatchObject({
    subject: { title: expect.any(String), name: `Supplier ${supplier}`, amount: expect.any(String) },
    bulk: { id: bulk.id, count: 101, sums: bulk.sums },
  });
  const entries = await administrator.call('GET', `${base}/audit?bulk=${bulk.id}&limit=200`);
  expect([entries.body.rows.length, entries.body.rows[0].bulk]).toEqual([101, null]);
  expect((await verifyChain(door.pool, door.company)).misfit).toBeUndefined();
  const list = await approver.call('GET', `${base}/invoices?supplier=${supplier}&state=approved&limit=200`);
  expect(list.body.rows).toHaveLength(101);
});

it('notes leave no invoice out', async () => {
  const noted = await invoice({ invoiceDate: Date.UTC(2025, 10, 13, 9, 41) });
  const { findings } = (await approver.call('GET', `${base}/invoices/${noted}`)).body;
  expect(findings).toMatchObject([{ code: 'date.time', severity: 'info' }]);
  const bulk = done(await prepare({ ids: [noted] }));
  expect(bulk).toMatchObject({ left: 1, leftOutCount: 0 });
  expect(done(await next(bulk.id))).toMatchObject({ done: 1, finished: true });
});

it('a bulk takes the filters of the list', async () => {
  const signed = await invoice({ totalPrice: 3, currency: 'SEK' });
  await approver.call('GET', `${base}/invoices`);
  await door.pool.query('UPDATE invoice_projections SET signed_by = $2 WHERE id = $1', [signed, other.id]);
  expect(done(await prepare({ filter: { state: 'signed', finding: 'none' } }))).toMatchObject({ total: 1, left: 1 });
});

it('invoices that cannot be decided are left out, with the reason, and are not in the sums', async () => {
  const approved = await invoice({ supplierInvoiceNumber: 'F-1', totalPrice: 1 });
  done(await other.call('POST', `${base}/invoices/${approved}/approve`, {}));
  const rejected = await invoice();
  done(await other.call('POST', `${base}/invoices/${rejected}/reject`, { reason: 'Twice.' }));
  const held = await invoice({ supplierBankGiro: '5050-1055' });
  const odd = await invoice({ currency: 'QQQ' });
  const good = await invoice({ totalPrice: 12, currency: 'SEK' });
  const unknown = newId();
  const ids = [approved, rejected, held, odd, good, unknown];
  const bulk = done(await prepare({ ids }));
  expect(bulk).toMatchObject({
    total: 6,
    left: 1,
    leftOutCount: 5,
    sums: [{ currency: 'SEK', count: 1, total: '12' }],
  });
  expect(bulk.leftOut).toEqual([
    { id: approved, number: 'F-1', supplierName: 'Supplier 1', code: 'invoice.approved', why: expect.any(String) },
    {
      id: rejected,
      number: expect.any(String),
      supplierName: 'Supplier 1',
      code: 'invoice.rejected',
      why: expect.any(String),
    },
    { id: held, number: expect.any(String), supplierName: 'Supplier 1', code: 'invoice.held', why: expect.any(String) },
    {
      id: odd,
      number: expect.any(String),
      supplierName: 'Supplier 1',
      code: 'invoice.findings',
      why: expect.any(String),
    },
    { id: unknown, number: null, supplierName: null, code: 'invoice.unknown', why: 'There is no such invoice.' },
  ]);
  const group = (code: string, isListed = true) => ({
    code,
    why: expect.any(String),
    count: 1,
    filter: isListed ? { leftOut: `${bulk.id}:${code}` } : null,
  });
  expect(bulk.leftOutBy).toEqual([
    group('invoice.approved'),
    group('invoice.findings'),
    group('invoice.held'),
    group('invoice.rejected'),
    group('invoice.unknown', false),
  ]);
  const listed = await approver.call('GET', `${base}/invoices?leftOut=${bulk.id}:invoice.findings`);
  expect(done(listed).rows.map(({ id }: { id: string }) => id)).toEqual([odd]);
  expect(done(await next(bulk.id))).toMatchObject({ done: 1, left: 0, finished: true, leftOut: bulk.leftOut });
  expect(await decidedOf([good])).toEqual(each(1));
  expect((await decidedOf([held, odd])).events).toEqual([]);
  const fraud = done(await prepare({ decision: 'reject', reason: 'Not their account.', ids: [held] }));
  expect(done(await next(fraud.id))).toMatchObject({ done: 1, leftOutCount: 0 });
  expect(await decidedOf([held], 'supplierinvoice.rejected')).toEqual(each(1, 'rejected'));
});

it('invoices with findings are approved only on request, and always rejected; dismissed findings do not count', async () => {
  const odd = () => invoice({ currency: 'QQQ' });
  const [one, two, three] = [await odd(), await odd(), await odd()];
  done(await approver.call('POST', `${base}/invoices/${three}/findings/1/dismiss`, { reason: 'Right.' }));
  expect(done(await prepare({ ids: [one, two, three] }))).toMatchObject({ left: 1, leftOutCount: 2 });
  const approval = done(await prepare({ ids: [one], withFindings: true }));
  expect(done(await next(approval.id))).toMatchObject({ done: 1, finished: true });
  const rejection = done(await prepare({ decision: 'reject', ids: [two, three], reason: 'Wrong currency.' }));
  expect(done(await next(rejection.id))).toMatchObject({ done: 2, finished: true, reason: 'Wrong currency.' });
  expect(await decidedOf([two, three], 'supplierinvoice.rejected')).toEqual(each(2, 'rejected'));
  const { rows } = await door.pool.query('SELECT reason, decided_by FROM supplier_invoices WHERE id = $1', [two]);
  expect(rows).toEqual([{ reason: 'Wrong currency.', decided_by: approver.id }]);
});

it('a bulk can be changed until its first invoices are decided, and a rejection needs a reason', async () => {
  const [odd, good] = [await invoice({ currency: 'QQQ' }), await invoice()];
  const change = (id: string, patch: object, by = approver) => by.call('PATCH', `${base}/bulk/${id}`, patch);
  const bulk = done(await prepare({ ids: [odd, good] }));
  expect(bulk).toMatchObject({ left: 1, leftOut: [{ id: odd }] });
  expect(done(await change(bulk.id, { withFindings: true }))).toMatchObject({
    left: 2,
    leftOut: [],
    withFindings: true,
  });
  expect(done(await change(bulk.id, { withFindings: false }))).toEqual(bulk);
  expect(done(await change(bulk.id, { reason: 'Seen.' }))).toEqual({ ...bulk, reason: 'Seen.' });
  expectProblem(await change(bulk.id, { reason: 'Mine.' }, other), 404);
  expectProblem(await change(bulk.id, { decision: 'reject' }), 400, 'decision');
  done(await next(bulk.id));
  expectProblem(await change(bulk.id, { withFindings: true }), 409, 'decided already');

  const rejection = done(await prepare({ decision: 'reject', ids: [odd] }));
  expectProblem(await next(rejection.id), 400, 'reason is required');
  expect(done(await change(rejection.id, { reason: ' ' }))).toMatchObject({ reason: null });
  expectProblem(await next(rejection.id), 400, 'reason is required');
  done(await change(rejection.id, { reason: 'Wrong currency.' }));
  expect(done(await next(rejection.id))).toMatchObject({ done: 1, finished: true });
});

it('a decision or a finding since the preparation leaves the invoice out', async () => {
  const { ids } = await invoices(3);
  const [taken, found, good] = ids as [string, string, string];
  const bulk = done(await prepare({ ids }));
  done(await other.call('POST', `${base}/invoices/${taken}/reject`, { reason: 'Mine.' }));
  const finding = [{ code: 'currency.unknown', severity: 'warning', parameters: { currency: 'QQQ' }, message: 'x' }];
  await door.pool.query('UPDATE supplier_invoices SET findings = $2 WHERE id = $1', [found, JSON.stringify(finding)]);
  const after = done(await next(bulk.id));
  expect(after).toMatchObject({ total: 3, done: 1, left: 0, leftOutCount: 2, finished: true });
  expect(after.leftOut.map(({ id, code }: { id: string; code: string }) => [id, code])).toEqual(
    ids.filter((id) => id !== good).map((id) => [id, id === taken ? 'invoice.rejected' : 'invoice.findings']),
  );
  expect(await decidedOf([good])).toEqual(each(1));
  expect(await decidedOf([taken])).toMatchObject({ events: [], states: ['rejected'] });
});

it('invoices above the limit or signed by the approver are left out; those signed by another are approved', async () => {
  const limited = await signedIn(door, 'approver');
  await door.pool.query(
    'UPDATE operator_companies SET approval_limit = 1000 WHERE company_id = $1 AND operator_id = $2',
    [door.company, limited.id],
  );
  const above = { totalPrice: 1000.5, currency: 'SEK' };
  const [below, one, mine, theirs] = [
    await invoice({ ...above, totalPrice: 1000 }),
    await invoice(above),
    await invoice(above),
    await invoice(above),
  ];
  done(await limited.call('POST', `${base}/invoices/${mine}/approve`, {}));
  await door.pool.query('UPDATE supplier_invoices SET signed_by = $2, signed_at = created_at WHERE id = $1', [
    theirs,
    other.id,
  ]);
  const bulk = done(await prepare({ ids: [below, one, mine, theirs], withFindings: true }, limited));
  const codes = bulk.leftOut.map(({ id, code }: { id: string; code: string }) => [id, code]);
  expect(codes).toEqual([
    [one, 'invoice.limit'],
    [mine, 'invoice.signed'],
  ]);
  expect(done(await next(bulk.id, limited))).toMatchObject({ done: 2, finished: true });
  expect(await decidedOf([below, theirs])).toEqual(each(2));
  expect((await decidedOf([one, mine])).states).toEqual(['received', 'received']);
});

it('concurrent requests decide each invoice once', async () => {
  const { supplier, ids } = await invoices(101);
  const bulk = done(await prepare({ filter: { supplier } }));
  const answers = await Promise.all(Array.from({ length: 5 }, () => next(bulk.id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(done(await read(bulk.id))).toMatchObject({ done: 101, left: 0, finished: true, leftOutCount: 0 });
  expect(await decidedOf(ids)).toEqual(each(101));
});

it('of a bulk and a single decision, or two bulks, about the same invoices, one decides and the other is refused', async () => {
  const { supplier, ids } = await invoices(12);
  const [one, two] = [
    done(await prepare({ filter: { supplier } })),
    done(await prepare({ filter: { supplier } }, other)),
  ];
  const singles = ids.slice(4, 8).map((id) => other.call('POST', `${base}/invoices/${id}/approve`, {}));
  const [first, second] = await Promise.all([next(one.id), next(two.id, other), ...singles]);
  const statuses = (await Promise.all(singles)).map(({ status }) => status);
  const approvedAlone = statuses.filter((status) => status === 200).length;
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(done(first).done + done(second).done + approvedAlone).toBe(12);
  expect(await decidedOf(ids)).toEqual(each(12));
});

it('an aborted transaction leaves nothing behind, and the next one decides everything once', async () => {
  const { supplier, ids } = await invoices(5);
  const bulk = done(await prepare({ filter: { supplier } }));
  const blocker = new pg.Client(door.database.connection);
  await blocker.connect();
  try {
    // Lock the company's audit log, so that the batch stops after its first decision.
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM audit_heads WHERE company_id = $1 FOR UPDATE', [door.company]);
    const answer = next(bulk.id);
    let waiting: number[] = [];
    await expect
      .poll(async () => (waiting = await waitingWith(door.pool, 'audit_heads')), { timeout: 10_000 })
      .toHaveLength(1);
    await terminate(door.pool, waiting[0] as number);
    expect((await answer).status).toBe(503);
    await blocker.query('ROLLBACK');
  } finally {
    await blocker.end();
  }
  expect(done(await read(bulk.id))).toMatchObject({ done: 0, left: 5, begun: false });
  expect(await decidedOf(ids)).toMatchObject({ events: [], entries: [] });
  expect(done(await next(bulk.id))).toMatchObject({ done: 5, left: 0, finished: true });
  expect(await decidedOf(ids)).toEqual(each(5));
});

it('the caller’s unfinished bulks are listed; those never begun are removed, and dropping a begun one keeps its decisions', async () => {
  const operator = await signedIn(door, 'approver');
  const open = async (by = operator) => done(await by.call('GET', `${base}/bulk?open=true`)).bulks;
  const { supplier, ids } = await invoices(101);
  const bulk = done(await prepare({ filter: { supplier } }, operator));
  expect(await open()).toEqual([bulk]);
  const begun = done(await next(bulk.id, operator));
  expect(await open()).toEqual([begun]);
  expect(await open(other)).not.toContainEqual(begun);

  const prepared: string[] = [];
  for (let at = 0; at < 7; at++) prepared.push(done(await prepare({ filter: { supplier } }, operator)).id);
  const left = prepared.slice(-5).toReversed();
  const openIds = async () => (await open()).map(({ id }: { id: string }) => id);
  expect(await openIds()).toEqual([...left, begun.id]);
  expect((await read(prepared[0] as string, operator)).status).toBe(404);
  const { rowCount } = await door.pool.query('SELECT FROM bulk_decision_invoices WHERE bulk_id = $1', [prepared[0]]);
  expect(rowCount).toBe(0);

  expect((await operator.call('DELETE', `${base}/bulk/${bulk.id}`)).status).toBe(204);
  expect(await openIds()).toEqual(left);
  expect(done(await next(bulk.id, operator))).toMatchObject({ total: 100, done: 100, left: 0, finished: true });
  expect((await decidedOf(ids)).states.toSorted()).toEqual([...each(100).states, 'received']);
});

it('a bulk decision is taken back as one, except for invoices on which somebody has acted since', async () => {
  const { ids } = await invoices(6, { totalPrice: 1, currency: 'SEK' });
  const [held, again, rejected, booked, ...others] = ids as [string, string, string, string, ...string[]];
  const finding = [{ code: 'payee.bankgiro', severity: 'hold', parameters: {}, message: 'x' }];
  const bulk = done(await prepare({ ids }));
  const undo = (by = approver, id = bulk.id) => by.call('POST', `${base}/bulk/${id}/undo`, { reason: 'Undone' });
  expect(done(await next(done(await undo()).id))).toMatchObject({ total: 0, done: 0 });
  expect(done(await next(bulk.id))).toMatchObject({ done: 6, finished: true });
  await door.pool.query('UPDATE supplier_invoices SET findings = $2 WHERE id = $1', [held, JSON.stringify(finding)]);
  const { decisionSeq } = (await other.call('GET', `${base}/invoices/${again}`)).body;
  for (const id of [again, rejected]) {
    const seq = id === again ? decisionSeq : (await other.call('GET', `${base}/invoices/${id}`)).body.decisionSeq;
    done(await other.call('POST', `${base}/invoices/${id}/reopen`, { decisionSeq: seq, reason: 'Mine.' }));
  }
  // The same decision by the same operator is a later one, too.
  done(await approver.call('POST', `${base}/invoices/${again}/approve`, {}));
  done(await other.call('POST', `${base}/invoices/${rejected}/reject`, { reason: 'Mine.' }));
  done(await administrator.call('POST', `${base}/invoices/${booked}/booked`, { voucher: 'A1' }));

  expectProblem(await undo(other), 404);
  const prepared = done(await undo());
  expect(prepared).toMatchObject({ decision: 'reopen', reason: 'Undone', total: 6, left: 6, begun: false });
  const undone = done(await next(prepared.id));
  expect(undone).toMatchObject({ done: 3, left: 0, finished: true, leftOutCount: 3 });
  expect(undone.leftOutBy.map(({ code, count }: { code: string; count: number }) => [code, count])).toEqual([
    ['decision.later', 2],
    ['invoice.booked', 1],
  ]);
  const stateOf = async (id: string) => (await approver.call('GET', `${base}/invoices/${id}`)).body.state;
  expect(await Promise.all(ids.map(stateOf))).toEqual([
    'held',
    'approved',
    'rejected',
    'booked',
    ...others.map(() => 'received'),
  ]);
  const { rows } = await door.pool.query(
    `SELECT data ->> 'from' AS before, data ->> 'state' AS state, data ->> 'reason' AS reason FROM events
     WHERE subject_id = $1 AND type = 'supplierinvoice.reopened'`,
    [held],
  );
  expect(rows).toEqual([{ before: 'approved', state: 'held', reason: 'Undone' }]);
  const { body: log } = await administrator.call('GET', `${base}/audit?bulk=${prepared.id}&limit=10`);
  expect(log.rows).toHaveLength(3);
  // A second undo finds nothing that it may take back.
  expect(done(await next(done(await undo()).id))).toMatchObject({ done: 0, leftOutCount: 6 });
});

it('many invoices are assigned to an operator, or to nobody', async () => {
  const ids = [await invoice(), await invoice()];
  const assigned = async () =>
    Promise.all(
      ids.map(async (id) => (await approver.call('GET', `${base}/invoices/${id}`)).body.assignedTo?.id ?? null),
    );
  const form = { decision: 'assign', ids: [...ids, newId()], operatorId: other.id };
  const bulk = done(await prepare(form));
  expect(bulk).toMatchObject({ left: 2, leftOutBy: [{ code: 'invoice.unknown', count: 1 }] });
  expect(done(await next(bulk.id))).toMatchObject({ done: 2, finished: true });
  expect(await assigned()).toEqual([other.id, other.id]);
  expect(await decidedOf(ids, 'supplierinvoice.assigned')).toEqual(each(2, 'received'));
  expect(done(await next(done(await prepare({ decision: 'assign', ids })).id))).toMatchObject({ done: 2 });
  expect(await assigned()).toEqual([null, null]);
  expectProblem(await prepare({ ...form, operatorId: newId() }), 400, 'operatorId');
});

it('partners are asked about many undecided invoices at once', async () => {
  const [open, decided] = [await invoice(), await invoice()];
  done(await other.call('POST', `${base}/invoices/${decided}/approve`, {}));
  const form = { decision: 'ask', ids: [open, decided], dueAt: '2099-01-01T00:00:00.000Z' };
  const bulk = done(await prepare(form));
  expect(bulk).toMatchObject({ left: 1, leftOutBy: [{ code: 'invoice.approved', count: 1 }] });
  expectProblem(await next(bulk.id), 400, 'reason is required');
  done(await approver.call('PATCH', `${base}/bulk/${bulk.id}`, { reason: 'Which order is this?' }));
  expect(done(await next(bulk.id))).toMatchObject({ done: 1, finished: true });
  const { body } = await approver.call('GET', `${base}/invoices/${open}`);
  expect(body.questions).toMatchObject([{ text: 'Which order is this?', dueAt: form.dueAt }]);
  expectProblem(await prepare({ ...form, dueAt: '2020-01-01T00:00:00.000Z' }), 400, 'dueAt');
});

it('only its creator can read, continue or drop a bulk', async () => {
  const bulk = done(await prepare({ ids: [await invoice()] }));
  const administrator = await signedIn(door, 'administrator');
  for (const stranger of [other, administrator])
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/next'],
      ['DELETE', ''],
    ] as const)
      expectProblem(await stranger.call(method, `${base}/bulk/${bulk.id}${path}`), 404);
  expect(done(await read(bulk.id))).toMatchObject({ left: 1 });
});

it('a hundred of the left-out invoices are listed, and all are counted', async () => {
  const ids = Array.from({ length: 130 }, () => newId());
  const bulk = done(await prepare({ ids }));
  expect(bulk).toMatchObject({ total: 130, left: 0, finished: true, leftOutCount: 130, sums: [] });
  expect(bulk.leftOut).toHaveLength(100);
  expect(done(await prepare({ filter: { supplier: 'nobody' } }))).toMatchObject({ total: 0, finished: true });
});

it('the days of a filter are those of the zone that it names', async () => {
  const { supplier } = await invoices(1);
  await door.pool.query(
    `UPDATE invoice_projections SET created_at = '2026-03-01T23:30:00Z' WHERE company_id = $1 AND supplier_number = $2`,
    [door.company, supplier],
  );
  const chosen = async (filter: object) => done(await prepare({ filter: { supplier, ...filter } })).total;
  expect(await chosen({ from: '2026-03-01', to: '2026-03-01' })).toBe(0);
  expect(await chosen({ from: '2026-03-01', to: '2026-03-01', zone: 'UTC' })).toBe(1);
});

it('more than 10,000 invoices are a 400, and nothing is stored', async () => {
  const { supplier, ids } = await invoices(1);
  await door.pool.query(
    `INSERT INTO invoice_projections (company_id, id, created_at, state, partner_id, supplier_number, search)
     SELECT company_id, gen_random_uuid(), created_at, state, partner_id, supplier_number, ''
     FROM invoice_projections CROSS JOIN generate_series(1, 10000) WHERE company_id = $1 AND id = $2`,
    [door.company, ids[0]],
  );
  const before = await door.pool.query('SELECT FROM bulk_decisions');
  expectProblem(await prepare({ filter: { supplier } }), 400, 'More than 10,000 invoices');
  const many = Array.from({ length: 10_001 }, () => ids[0]);
  expectProblem(await prepare({ ids: many }), 400, '10,000');
  expect((await door.pool.query('SELECT FROM bulk_decisions')).rowCount).toBe(before.rowCount);
  await door.pool.query('DELETE FROM invoice_projections WHERE company_id = $1 AND supplier_number = $2 AND id <> $3', [
    door.company,
    supplier,
    ids[0],
  ]);
});

it.each([
  ['neither ids nor a filter', {}, 'ids is required'],
  ['both ids and a filter', { ids: [], filter: {} }, 'filter is not valid'],
  ['an id that is none', { ids: ['x'] }, 'ids[0]'],
  ['a reason that is too long', { ids: [], reason: 'x'.repeat(1001) }, 'reason'],
  ['another decision', { decision: 'release', ids: [] }, 'decision'],
  ['a filter that is not known', { filter: { suplier: '1' } }, 'filter.suplier'],
  ['a filter that is not valid', { filter: { state: 'lost' } }, 'filter.state'],
  ['the page of a list', { filter: { limit: '10' } }, 'filter.limit'],
  ['another field', { ids: [], all: true }, 'all'],
])('%s is a 400', async (_what, form, message) => {
  expectProblem(await prepare(form), 400, message);
});

it('a viewer cannot prepare a bulk, and invoices of another company are unknown', async () => {
  const id = await invoice();
  expectProblem(await prepare({ ids: [id] }, await signedIn(door, 'viewer')), 403, 'viewer');
  const { id: elsewhere } = await door.addCompany('Elsewhere');
  const stranger = await signedIn(door, 'approver', elsewhere);
  const bulk = done(await stranger.call('POST', `/companies/${elsewhere}/bulk`, { decision: 'approve', ids: [id] }));
  expect(bulk.leftOut).toMatchObject([{ id, number: null, code: 'invoice.unknown' }]);
});

it('the list, its CSV file and its totals take up to 200 ids', async () => {
  const { ids, supplier } = await invoices(3, { totalPrice: 5, currency: 'SEK' });
  const chosen = ids.slice(0, 2).join(',');
  const { rows } = done(await approver.call('GET', `${base}/invoices?ids=${chosen}`));
  expect(rows.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted());
  expect(done(await approver.call('GET', `${base}/invoices/totals?ids=${chosen}&supplier=${supplier}`))).toMatchObject({
    sums: [{ currency: 'SEK', count: 2, total: '10' }],
  });
  const most = Array.from({ length: 200 }, () => newId());
  expect(done(await approver.call('GET', `${base}/invoices?ids=${most.join(',')}`)).rows).toEqual([]);
  expectProblem(await approver.call('GET', `${base}/invoices?ids=${[...most, ids[0]].join(',')}`), 400, 'ids');
  expectProblem(await approver.call('GET', `${base}/invoices?ids=x`), 400, 'ids');
});
