import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { traceIdOf } from '../../../testing/happenings.ts';
import { newId } from '../../../ground/db/ids.ts';

const door = await openDoor();
await door.addSupplier('1');
const approver = await signedIn(door, 'approver');
const colleague = await signedIn(door, 'viewer');
const base = `/companies/${door.company}/invoices`;
afterAll(() => door.close());

let made = 0;
const invoice = async (): Promise<string> =>
  (await door.post(paths.invoices, { externalReferenceId: `x${(made += 1)}`, supplierNumber: '1' })).body.id;
const read = async (id: string, who = approver) => (await who.call('GET', `${base}/${id}`)).body;
const note = (id: string, body: object, who = approver) => who.call('POST', `${base}/${id}/notes`, body);
const assign = (id: string, operatorId: string | null, who = approver) =>
  who.call('PUT', `${base}/${id}/assignment`, { operatorId });
const events = async (id: string) =>
  (
    await door.pool.query(
      `SELECT type, data FROM events WHERE subject_id = $1 AND type <> 'supplierinvoice.created' ORDER BY seq`,
      [id],
    )
  ).rows;
const audited = async (id: string) =>
  (await door.pool.query('SELECT action, data, operator_id FROM audit_log WHERE subject_id = $1 ORDER BY seq', [id]))
    .rows;
const projected = async (id: string) => {
  await approver.call('GET', base);
  const { rows } = await door.pool.query('SELECT assigned_to, mentioned FROM invoice_projections WHERE id = $1', [id]);
  return rows[0];
};
const about = (id: string, answer: Parameters<typeof traceIdOf>[0]) => ({
  supplierInvoiceId: id,
  externalReferenceId: expect.any(String),
  supplierNumber: '1',
  partnerId: expect.any(String),
  partnerName: 'Scanner',
  by: { id: approver.id, name: 'The approver' },
  traceId: traceIdOf(answer),
});

it('a note has its author, its time and its mentions, and the list finds the mentioned operators', async () => {
  const id = await invoice();
  expect(await read(id)).toMatchObject({ assignedTo: null, notes: [] });
  const first = await note(id, { text: ' @The viewer Was it delivered?\n ', mentions: [colleague.id.toUpperCase()] });
  expect(first.status, first.body.message).toBe(200);
  const written = {
    id: expect.any(String),
    at: expect.any(String),
    by: { id: approver.id, name: 'The approver' },
    text: '@The viewer Was it delivered?',
    mentions: [{ id: colleague.id, name: 'The viewer' }],
  };
  expect(first.body.notes).toEqual([written]);
  const second = await note(id, { text: 'It was.' });
  expect(second.body.notes).toEqual([written, { ...written, text: 'It was.', mentions: [] }]);
  expect(second.body.timeline.slice(1)).toEqual([
    { type: 'supplierinvoice.noted', at: expect.any(String), by: 'The approver', reason: null },
    { type: 'supplierinvoice.noted', at: expect.any(String), by: 'The approver', reason: null },
  ]);
  const noteId = first.body.notes[0].id;
  expect((await events(id))[0]).toEqual({
    type: 'supplierinvoice.noted',
    data: { ...about(id, first), noteId, text: written.text, mentions: written.mentions },
  });
  expect((await audited(id))[0]).toEqual({
    action: 'supplierinvoice.noted',
    data: { noteId, mentions: written.mentions },
    operator_id: approver.id,
  });
  expect(await projected(id)).toEqual({ assigned_to: null, mentioned: [colleague.id] });
});

it('a note with an id is written once, however often it is sent', async () => {
  const id = await invoice();
  const sent = { id: newId().toUpperCase(), text: 'Written during an outage.' };
  const answers = await Promise.all([note(id, sent), note(id, sent)]);
  for (const { status, body } of [...answers, await note(id, sent)]) {
    expect(status, body.message).toBe(200);
    expect(body.notes).toMatchObject([{ id: sent.id.toLowerCase(), text: sent.text }]);
  }
  expect(await events(id)).toHaveLength(1);
  expect(await audited(id)).toHaveLength(1);
});

it('an invoice is assigned, given to somebody else and to nobody, and a request that changes nothing is not recorded', async () => {
  const id = await invoice();
  const mine = await assign(id, approver.id);
  expect(mine.status, mine.body.message).toBe(200);
  expect(mine.body.assignedTo).toEqual({ id: approver.id, name: 'The approver' });
  expect(await projected(id)).toMatchObject({ assigned_to: approver.id });
  expect((await assign(id, approver.id)).body.assignedTo).toEqual({ id: approver.id, name: 'The approver' });
  expect((await assign(id, colleague.id.toUpperCase())).body.assignedTo).toEqual({
    id: colleague.id,
    name: 'The viewer',
  });
  const nobody = await assign(id, null);
  expect(nobody.body.assignedTo).toBeNull();
  expect(nobody.body.timeline.slice(1)).toEqual(
    ['The approver', 'The viewer', undefined].map((assignedTo) => ({
      type: 'supplierinvoice.assigned',
      at: expect.any(String),
      by: 'The approver',
      reason: null,
      ...(assignedTo !== undefined && { assignedTo }),
    })),
  );
  expect((await events(id)).at(-1)).toEqual({
    type: 'supplierinvoice.assigned',
    data: { ...about(id, nobody), assignedTo: null },
  });
  expect((await audited(id)).map(({ data }) => data.assignedTo?.name)).toEqual([
    'The approver',
    'The viewer',
    undefined,
  ]);
  expect(await projected(id)).toMatchObject({ assigned_to: null });
});

it('only operators of the company can be mentioned or assigned', async () => {
  const id = await invoice();
  await door.addCompany('Other');
  const stranger = await signedIn(door, 'approver', (await door.addCompany('Other')).id);
  const gone = await signedIn(door, 'approver');
  await door.pool.query('UPDATE operators SET disabled_at = now() WHERE id = $1', [gone.id]);
  for (const nobody of [stranger.id, gone.id, newId()]) {
    expectProblem(
      await note(id, { text: 'x', mentions: [colleague.id, nobody] }),
      400,
      'mentions[1] is not the id of a user of this company',
    );
    expectProblem(await assign(id, nobody), 400, 'operatorId is not the id of a user of this company');
  }
  const administrator = await signedIn(door, 'administrator');
  expect((await assign(id, administrator.id)).status).toBe(200);
  const twice = await note(id, { text: 'x', mentions: [administrator.id, administrator.id] });
  expect(twice.body.notes[0].mentions).toEqual([{ id: administrator.id, name: 'The administrator' }]);
});

it('an empty, too long or unknown value is refused', async () => {
  const id = await invoice();
  expectProblem(await note(id, { text: ' \n' }), 400, 'text must not be empty');
  expectProblem(await note(id, { text: 'x'.repeat(2_001) }), 400, 'text must have at most 2,000 characters');
  expectProblem(await note(id, { text: 'x', mentions: Array(21).fill(colleague.id) }), 400, 'mentions');
  expectProblem(await note(id, { text: 'x', reason: 'y' }), 400, 'reason');
  expectProblem(await note(id, { text: 'x', mentions: ['me'] }), 400, 'mentions[0]');
  expectProblem(await approver.call('PUT', `${base}/${id}/assignment`, {}), 400, 'operatorId is required');
  expectProblem(await assign(id, 'me'), 400, 'operatorId');
  for (const answer of [await note(newId(), { text: 'x' }), await assign(newId(), approver.id)])
    expect(answer.status).toBe(404);
  expect((await note(id, { text: '€'.repeat(2_000) })).status).toBe(200);
});

it('a viewer can neither write notes nor assign', async () => {
  const id = await invoice();
  expect((await note(id, { text: 'x' }, colleague)).status).toBe(403);
  expect((await assign(id, colleague.id, colleague)).status).toBe(403);
  expect(await audited(id)).toEqual([]);
});

it('an invoice has at most 500 notes, however many arrive at once', async () => {
  const id = await invoice();
  await door.pool.query(
    `INSERT INTO invoice_notes (company_id, supplier_invoice_id, id, operator_id, operator_name, text, mentions, created_at)
     SELECT $1, $2, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $3, 'Earlier', 'x', '{}', now() FROM generate_series(1, 498) AS n`,
    [door.company, id, approver.id],
  );
  const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => note(id, { text: `n${n}` })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'note.limit',
    parameters: { most: 500 },
  });
  expect((await read(id)).notes).toHaveLength(500);
});

it('of two concurrent assignments both are recorded and one remains', async () => {
  const id = await invoice();
  const administrator = await signedIn(door, 'administrator');
  const answers = await Promise.all([assign(id, approver.id), assign(id, administrator.id, administrator)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const recorded = await events(id);
  expect(recorded).toHaveLength(2);
  expect((await read(id)).assignedTo).toEqual(recorded[1].data.assignedTo);
});
