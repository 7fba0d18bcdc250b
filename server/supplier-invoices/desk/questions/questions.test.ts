import { afterAll, expect, it } from 'vitest';
import { createToken } from '../../../testing/access.ts';
import { openDoor, paths } from '../../../testing/door.ts';
import { decideAs, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { traceIdOf } from '../../../testing/happenings.ts';
import { fromNow } from '../../../testing/time.ts';
import { newId } from '../../../ground/db/ids.ts';

const door = await openDoor();
await door.addSupplier('1');
const approver = await signedIn(door, 'approver');
const colleague = await signedIn(door, 'approver');
const viewer = await signedIn(door, 'viewer');
const company = `/companies/${door.company}`;
const base = `${company}/invoices`;
afterAll(() => door.close());

const later = (ms: number) => fromNow(ms).toISOString();
let made = 0;
const invoice = async (more: object = {}): Promise<string> =>
  (await door.post(paths.invoices, { externalReferenceId: `q${(made += 1)}`, supplierNumber: '1', ...more })).body.id;
const ask = (id: string, body: object = { text: 'Which order?' }, who = approver) =>
  who.call('POST', `${base}/${id}/questions`, body);
const asked = async (id: string, body?: object, who = approver): Promise<string> => {
  const answer = await ask(id, body, who);
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.questions.at(-1).id;
};
const answer = (id: string, questionId: string, more: object = {}) =>
  door.post(`${paths.invoices}/${id}/answers`, { questionId, text: 'Order 4711.', ...more });
const decide = (id: string, decision: string, body: object = {}) => decideAs(approver, `${base}/${id}`, decision, body);
const listed = async (query: string, who = approver): Promise<{ id: string; question: string | null }[]> =>
  (await who.call('GET', `${base}?${query}`)).body.rows;
const ids = async (query: string, who = approver) => (await listed(query, who)).map(({ id }) => id);
/** As if this much time had passed. */
const makeDue = (id: string) =>
  door.pool.query(
    `WITH due AS (UPDATE invoice_questions SET due_at = now() - interval '1 s' WHERE supplier_invoice_id = $1)
     UPDATE invoice_projections SET waits_until = now() - interval '1 s' WHERE id = $1`,
    [id],
  );

it('a question has its author, its times and its text, and is an event and an audit entry without the text', async () => {
  const id = await invoice();
  const dueAt = later(3_600_000);
  const sent = await ask(id, { text: ' Which order?\n', dueAt });
  expect(sent.body.questions).toEqual([
    {
      id: expect.any(String),
      text: 'Which order?',
      askedBy: { id: approver.id, name: 'The approver' },
      askedAt: expect.any(String),
      dueAt,
      answer: null,
      answeredAt: null,
      closedAt: null,
    },
  ]);
  expect(sent.body).toMatchObject({
    state: 'received',
    actions: { ask: { allowed: true }, approve: { allowed: true } },
  });
  const questionId = sent.body.questions[0].id;
  expect(sent.body.timeline.at(-1)).toMatchObject({ type: 'supplierinvoice.questioned', by: 'The approver' });
  const { rows } = await door.pool.query(`SELECT type, data FROM events WHERE subject_id = $1 ORDER BY seq`, [id]);
  expect(rows.at(-1)).toEqual({
    type: 'supplierinvoice.questioned',
    data: {
      supplierInvoiceId: id,
      externalReferenceId: `q${made}`,
      supplierNumber: '1',
      partnerId: expect.any(String),
      partnerName: 'Scanner',
      by: { id: approver.id, name: 'The approver' },
      traceId: traceIdOf(sent),
      questionId,
      text: 'Which order?',
      dueAt: Date.parse(dueAt),
    },
  });
  const audit = await door.pool.query('SELECT action, data, operator_id AS by FROM audit_log WHERE subject_id = $1', [
    id,
  ]);
  expect(audit.rows).toEqual([{ action: 'supplierinvoice.questioned', data: { questionId, dueAt }, by: approver.id }]);
});

it('only those who may decide ask, only about undecided invoices, with a text, and no time in the past', async () => {
  const id = await invoice();
  expectProblem(await ask(id, undefined, viewer), 403, /does not allow this/);
  for (const [body, problem] of [
    [{}, /text is required/],
    [{ text: ' \n' }, /text must not be empty/],
    [{ text: 'x'.repeat(2_001) }, /text must have at most 2,?000 characters/],
    [{ text: 'Why?', dueAt: '2020-01-01T00:00:00Z' }, /dueAt must be in the future/],
    [{ text: 'Why?', dueAt: 'tomorrow' }, /dueAt/],
    [{ text: 'Why?', due: later(1_000) }, /due/],
  ] as const)
    expectProblem(await ask(id, body), 400, problem);
  expectProblem(await ask(newId()), 404, /does not exist/);
  expect((await decide(id, 'approve')).status).toBe(200);
  const refused = await ask(id);
  expectProblem(refused, 409, /already approved/);
  expect((await approver.call('GET', `${base}/${id}`)).body).toMatchObject({
    questions: [],
    actions: { ask: { allowed: false, code: 'invoice.approved' } },
  });
});

it('an invoice has at most 20 questions', async () => {
  const id = await invoice();
  await door.pool.query(
    `INSERT INTO invoice_questions (company_id, supplier_invoice_id, id, text, asked_by, asked_by_name, asked_at)
     SELECT $1, $2, gen_random_uuid(), 'Why?', $3, 'The approver', now() FROM generate_series(1, 19)`,
    [door.company, id, approver.id],
  );
  await asked(id);
  expectProblem(await ask(id), 409, /already has 20 questions/);
});

it('an answer is stored once: a repeat is a 409 that says whether it differs, and a key replays', async () => {
  const id = await invoice();
  const questionId = await asked(id);
  const path = `${paths.invoices}/${id}/answers`;
  const body = { questionId: questionId.toUpperCase(), text: 'Order 4711.', ordr: 7 };
  const first = await door.post(path, body, { 'idempotency-key': 'k1' });
  expect([first.status, first.body]).toEqual([
    200,
    { message: 'Answer received. Note: unknown field ordr was kept but not used.' },
  ]);
  const again = await door.post(path, body, { 'idempotency-key': 'k1' });
  expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true']);
  expectProblem(
    await door.post(path, { ...body, text: 'No.' }, { 'idempotency-key': 'k1' }),
    409,
    /Idempotency-Key was used before by answerQuestion.* differs from what was sent now in text/,
  );
  const repeated = await door.post(path, body);
  expectProblem(repeated, 409, /was answered before; nothing differs/);
  expect(repeated.headers.get('doorway-error')).toBe('answer.exists');
  expect(repeated.headers.get('doorway-existing-id')).toBe(questionId);
  expectProblem(await door.post(path, { questionId, text: 'No.' }), 409, /differs from what was sent now in text/);
  const { body: record } = await approver.call('GET', `${base}/${id}`);
  expect(record.questions).toMatchObject([{ id: questionId, answer: 'Order 4711.', answeredAt: expect.any(String) }]);
  expect(record.timeline.at(-1)).toMatchObject({ type: 'supplierinvoice.answered', by: 'Scanner' });
  const events = await door.pool.query(
    `SELECT data FROM events WHERE subject_id = $1 AND type = 'supplierinvoice.answered'`,
    [id],
  );
  expect(events.rows).toEqual([
    {
      data: expect.objectContaining({
        questionId,
        answer: 'Order 4711.',
        askedBy: { id: approver.id, name: 'The approver' },
        partnerName: 'Scanner',
        traceId: traceIdOf(first),
      }),
    },
  ]);
  const audit = await door.pool.query(
    `SELECT operator_name AS by, data FROM audit_log WHERE subject_id = $1 AND action = 'supplierinvoice.answered'`,
    [id],
  );
  expect(audit.rows).toEqual([{ by: 'Scanner', data: { questionId, partnerId: expect.any(String) } }]);
  const kept = await door.pool.query('SELECT answer_document FROM invoice_questions WHERE id = $1', [questionId]);
  expect(kept.rows[0].answer_document).toMatchObject({ ordr: 7 });
});

it('of ten answers at once exactly one is stored', async () => {
  const id = await invoice();
  const questionId = await asked(id);
  const sent = await Promise.all(Array.from({ length: 10 }, (_, n) => answer(id, questionId, { text: `${n}` })));
  expect(sent.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
});

it('an answer needs a valid body, an own invoice and one of its questions, checked in this order', async () => {
  const id = await invoice();
  const questionId = await asked(id);
  const { token: other } = await createToken(door.pool, { company: door.companyName, partner: 'Other' });
  const path = `${paths.invoices}/${id}/answers`;
  expectProblem(await door.post(`${paths.invoices}/${newId()}/answers`, {}), 400, /questionId is required; text is/);
  expectProblem(await answer(id, questionId, { text: 'x'.repeat(2_001) }), 400, /text must have at most/);
  const foreign = await door.post(path, { questionId, text: 'Mine.' }, { authorization: `Bearer ${other}` });
  const missing = await answer(newId(), questionId);
  const noInvoice = /^There is no supplier invoice with the id "[^"]+" that this partner has sent/;
  for (const refused of [foreign, missing, await answer('4711', questionId)]) expectProblem(refused, 404, noInvoice);
  for (const unknown of [newId(), '4711', await asked(await invoice())]) {
    const refused = await answer(id, unknown);
    expectProblem(refused, 400, `This invoice has no question with the id "${unknown}".`);
    expect(refused.headers.get('doorway-error')).toBe('question.unknown');
  }
});

it('a decision closes open questions for good, and an answered one keeps its answer', async () => {
  const id = await invoice();
  const [open, answered] = [await asked(id), await asked(id)];
  await answer(id, answered);
  const rejected = await decide(id, 'reject', { reason: 'Too late.' });
  expect(rejected.body.questions).toMatchObject([
    { id: open, answer: null, closedAt: expect.any(String) },
    { id: answered, answer: 'Order 4711.', closedAt: null },
  ]);
  await decide(id, 'reopen', { reason: 'By mistake.' });
  const refused = await answer(id, open);
  expectProblem(refused, 409, /closed the question/);
  expect(refused.headers.get('doorway-error')).toBe('question.closed');
  expect(await ids('waitsFor=partner')).not.toContain(id);
  // The partner's own decision.
  const withdrawn = await invoice();
  const pointless = await asked(withdrawn);
  expect((await door.post(`${paths.invoices}/${withdrawn}/withdraw`, {})).status).toBe(200);
  expectProblem(await answer(withdrawn, pointless), 409, /closed the question/);
  expectProblem(await ask(withdrawn), 409, /withdrew this invoice/);
  // A release is no decision.
  const held = await invoice();
  await door.pool.query(`UPDATE supplier_invoices SET state = 'held' WHERE id = $1`, [held]);
  const question = await asked(held);
  await decide(held, 'release', { reason: 'It is right.' });
  expect((await answer(held, question)).status).toBe(200);
});

it('an invoice waits for the partner until it answers or the answer is due, and then heads the queue of who asked', async () => {
  const supplierNumber = `queue ${newId()}`;
  await door.addSupplier(supplierNumber);
  const [first, second, third] = [
    await invoice({ supplierNumber, paymentDueDate: Date.UTC(2026, 0, 1) }),
    await invoice({ supplierNumber, paymentDueDate: Date.UTC(2026, 0, 2) }),
    await invoice({ supplierNumber, paymentDueDate: Date.UTC(2026, 0, 3) }),
  ];
  const filter = `supplier=${encodeURIComponent(supplierNumber)}&sort=dueDate`;
  const queue = `${filter}&state=received&waitsFor=company`;
  const overview = async (who = approver) => (await who.call('GET', `${company}/overview`)).body;
  const before = await overview();
  expect(await ids(queue)).toEqual([first, second, third]);
  const [ofSecond, ofThird] = [await asked(second, { text: 'When?', dueAt: later(3_600_000) }), await asked(third)];
  expect(await ids(queue)).toEqual([first]);
  expect(await listed(`${filter}&waitsFor=partner`)).toMatchObject([
    { id: second, question: 'waiting' },
    { id: third, question: 'waiting' },
  ]);
  const meanwhile = await overview();
  expect(meanwhile.waiting.received).toBe(before.waiting.received - 2);
  expect(meanwhile.waiting.forPartner).toBe(before.waiting.forPartner + 2);
  expect(meanwhile.due.overdue).toBe(before.due.overdue);

  expect((await answer(third, ofThird)).status).toBe(200);
  // First for who asked, in its usual place for others.
  expect(await listed(queue)).toMatchObject([
    { id: third, question: 'answered' },
    { id: first, question: null },
  ]);
  expect(await ids(queue, colleague)).toEqual([first, third]);
  expect(await ids(`${filter}&answered=me&waitsFor=company`)).toEqual([third]);
  expect((await overview()).mine.answered).toBe(before.mine.answered + 1);
  expect((await overview(colleague)).mine.answered).toBe(0);

  await makeDue(second);
  expect(await listed(queue)).toMatchObject([
    { id: third, question: 'answered' },
    { id: first, question: null },
    { id: second, question: 'due' },
  ]);
  expect((await overview()).waiting.received).toBe(before.waiting.received);
  // A page can end among the first rows, between them and the others, and among the others.
  const pages: string[][] = [];
  for (let after = ''; ;) {
    const { rows, next } = (await approver.call('GET', `${base}?${queue}&limit=1${after}`)).body;
    pages.push(rows.map(({ id }: { id: string }) => id));
    if (next === undefined) break;
    after = `&after=${next}`;
  }
  expect(pages).toEqual([[third], [first], [second]]);
  // An answer that comes too late is still one.
  expect((await answer(second, ofSecond)).status).toBe(200);
  expect(await ids(queue)).toEqual([second, third, first]);
  await decide(third, 'approve');
  expect(await ids(queue)).toEqual([second, first]);
  expect(await listed(`${filter}&state=approved`)).toMatchObject([{ id: third, question: null }]);
});

it('the partner reads its questions back without who asked, and each question and answer is a change', async () => {
  const id = await invoice();
  const page = async (after: string) => (await door.call('GET', `${paths.invoices}?limit=1000${after}`)).body;
  const changedSince = async (next: string) =>
    (await page(`&after=${next}`)).supplierInvoices.map(({ id: changed }: { id: string }) => changed);
  let { next } = await page('');
  const dueAt = later(3_600_000);
  const [first, second] = [await asked(id, { text: 'Which order?', dueAt }), await asked(id, { text: 'When?' })];
  const read = await door.call('GET', `${paths.invoices}/${id}`);
  const open = { askedAt: expect.any(Number) };
  expect(read.body).toMatchObject({ state: 'received', questions: [{ id: first }, { id: second }] });
  expect(read.body.questions).toEqual([
    { id: first, text: 'Which order?', dueAt: Date.parse(dueAt), ...open },
    { id: second, text: 'When?', ...open },
  ]);
  expect(await changedSince(next)).toEqual([id]);
  ({ next } = await page(''));
  await answer(id, first);
  expect(await changedSince(next)).toEqual([id]);
  const { body, headers } = await door.call('GET', `${paths.invoices}/${id}`);
  expect(body.questions[0]).toMatchObject({ answer: 'Order 4711.', answeredAt: body.updatedAt });
  expect(headers.get('etag')).not.toBe(read.headers.get('etag'));
  expect(JSON.stringify(body)).not.toContain('The approver');
});
