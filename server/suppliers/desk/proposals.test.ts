import { setSettings } from '../../testing/settings.ts';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send as sendTo, type Answer } from '../../testing/door.ts';
import { api, signedIn, type SignedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { traceIdOf } from '../../testing/happenings.ts';
import { newId } from '../../ground/db/ids.ts';

const recorded = '991-2346';
const other = '5050-1055';
const third = '123-4566';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const proposer = await signedIn(door, 'approver');
const confirmer = await signedIn(door, 'approver');
const base = `/companies/${door.company}`;
afterAll(() => door.close());

const takesTwo = (payeeTakesTwo: boolean) => setSettings(door, { payeeTakesTwo });
let made = 0;
async function supplier(more: Record<string, unknown> = { bankGiro: recorded }): Promise<string> {
  const number = `s${(made += 1)}`;
  await door.addSupplier(number, more);
  return number;
}
const patch = (number: string, body: object, who = proposer) => who.call('PATCH', `${base}/suppliers/${number}`, body);
const read = async (number: string, who = confirmer) => (await who.call('GET', `${base}/suppliers/${number}`)).body;
const confirm = (number: string, id: string, who = confirmer) =>
  who.call('POST', `${base}/suppliers/${number}/proposals/${id}/confirm`);
const decline = (number: string, id: string, who = confirmer, body: object = { reason: 'They know of none.' }) =>
  who.call('POST', `${base}/suppliers/${number}/proposals/${id}/decline`, body);
const waiting = async () => (await administrator.call('GET', `${base}/proposals`)).body.proposals;
const history = async (number: string) =>
  (await proposer.call('GET', `${base}/suppliers/${number}/history`)).body.rows.slice(0, -1);
const events = async (number: string) =>
  (
    await door.pool.query(
      `SELECT data FROM events WHERE company_id = $1 AND subject_id = $2 AND type = 'supplier.updated' ORDER BY seq`,
      [door.company, number],
    )
  ).rows.map(({ data }) => data);
const audited = async (number: string) =>
  (
    await door.pool.query(
      'SELECT action, data, operator_id FROM audit_log WHERE company_id = $1 AND subject_id = $2 ORDER BY seq',
      [door.company, number],
    )
  ).rows;
const idOf = ({ body }: Answer): string => body.proposals[0].id;
const refusal = ({ status, body }: Answer) => [status, body.code, body.parameters.why];

it('without the company’s setting one person is enough', async () => {
  const number = await supplier();
  expect((await patch(number, { bankGiro: other })).body).toMatchObject({ bankGiro: other, proposals: [] });
  expect(await history(number)).toMatchObject([{ by: 'The approver' }]);
  expect(await waiting()).toEqual([]);
});

it('a change of the payee waits for a second operator, and the rest does not', async () => {
  await takesTwo(true);
  const number = await supplier();
  const answer = await patch(number, { bankGiro: other, name: 'Nya namnet', city: 'Uppsala' });
  expect(answer.status, answer.body.message).toBe(200);
  const waits = {
    id: expect.any(String),
    patch: { bankGiro: other, name: 'Nya namnet' },
    by: { id: proposer.id, name: 'The approver' },
    at: expect.any(String),
  };
  expect(answer.body).toMatchObject({ bankGiro: recorded, name: `Supplier ${number}`, city: 'Uppsala' });
  expect(answer.body.proposals).toEqual([
    { ...waits, confirm: { allowed: false, code: 'proposal.own', why: expect.stringContaining('Ask a colleague') } },
  ]);
  expect((await read(number)).proposals).toEqual([{ ...waits, confirm: { allowed: true } }]);
  expect(await waiting()).toContainEqual({
    ...waits,
    confirm: { allowed: true },
    supplierNumber: number,
    supplierName: `Supplier ${number}`,
    phone: '',
    isContactConfirmed: false,
    now: { bankGiro: recorded, name: `Supplier ${number}` },
  });
  const counted = async (who: SignedIn) => (await who.call('GET', `${base}/overview`)).body.proposals.payees;
  expect(await counted(proposer)).toEqual({ waiting: 1, confirmable: 0 });
  expect(await counted(confirmer)).toEqual({ waiting: 1, confirmable: 1 });
  expect(await counted(await signedIn(door, 'viewer'))).toEqual({ waiting: 1, confirmable: 0 });
  const id = idOf(answer);
  expect(refusal(await confirm(number, id, proposer))).toEqual([409, 'decision.refused', 'proposal.own']);

  const confirmed = await confirm(number, id);
  expect(confirmed.status, confirmed.body.message).toBe(200);
  expect(confirmed.body).toMatchObject({ bankGiro: other, name: 'Nya namnet', city: 'Uppsala', proposals: [] });
  const by = { id: confirmer.id, name: 'The approver' };
  expect((await events(number)).at(-1)).toEqual({
    number,
    name: 'Nya namnet',
    by,
    proposedBy: { id: proposer.id, name: 'The approver' },
    traceId: traceIdOf(confirmed),
  });
  const changes = [
    { field: 'name', from: `Supplier ${number}`, to: 'Nya namnet' },
    { field: 'bankGiro', from: recorded, to: other },
  ];
  const [line, earlier] = await history(number);
  expect(line).toMatchObject({ by: 'The approver', proposedBy: 'The approver', changes });
  expect(earlier).not.toHaveProperty('proposedBy');
  expect(await audited(number)).toEqual([
    {
      action: 'supplier.updated',
      data: { changes: [{ field: 'city', from: '', to: 'Uppsala' }] },
      operator_id: proposer.id,
    },
    { action: 'supplier.proposed', data: { proposalId: id, changes }, operator_id: proposer.id },
    {
      action: 'supplier.updated',
      data: { changes, proposedBy: { id: proposer.id, name: 'The approver' } },
      operator_id: confirmer.id,
    },
  ]);
});

it('the first account of a record takes two as well, and another form of the same number takes one', async () => {
  await takesTwo(true);
  const number = await supplier({ bankGiro: recorded });
  expect((await patch(number, { iban: 'SE4550000000058398257466' })).body).toMatchObject({
    iban: '',
    proposals: [{ patch: { iban: 'SE4550000000058398257466' } }],
  });
  expect((await patch(number, { bankGiro: recorded.replace('-', '') })).body).toMatchObject({ bankGiro: '9912346' });
});

it('of two concurrent confirmations one succeeds and the other is a 409', async () => {
  await takesTwo(true);
  const number = await supplier();
  const id = idOf(await patch(number, { bankGiro: other }));
  const answers = await Promise.all([confirm(number, id), confirm(number, id, administrator)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(refusal(answers.find(({ status }) => status === 409) as Answer)).toEqual([
    409,
    'decision.refused',
    'proposal.gone',
  ]);
  expect(await history(number)).toHaveLength(1);
});

it('a declined or withdrawn proposal changes nothing and keeps the reason', async () => {
  await takesTwo(true);
  const number = await supplier();
  for (const who of [confirmer, proposer]) {
    const id = idOf(await patch(number, { bankGiro: other }));
    expectProblem(await decline(number, id, who, {}), 400, 'reason is required');
    expectProblem(await decline(number, id, who, { reason: ' ' }), 400, 'reason must not be empty');
    expect((await decline(number, id, who)).body).toMatchObject({ bankGiro: recorded, proposals: [] });
    expect((await audited(number)).at(-1)).toEqual({
      action: 'supplier.declined',
      data: {
        proposalId: id,
        changes: [{ field: 'bankGiro', from: recorded, to: other }],
        proposedBy: { id: proposer.id, name: 'The approver' },
        reason: 'They know of none.',
      },
      operator_id: who.id,
    });
    expect(refusal(await decline(number, id, who))).toEqual([409, 'decision.refused', 'proposal.gone']);
  }
  expect(await events(number)).toEqual([]);
});

it('a waiting change is not proposed again, and an invalid one never is', async () => {
  await takesTwo(true);
  const number = await supplier();
  expectProblem(await patch(number, { bankGiro: '991-2347', city: 'Uppsala' }), 400, 'bankGiro');
  expect(await read(number)).toMatchObject({ city: '', proposals: [] });
  await patch(number, { bankGiro: other });
  for (const who of [proposer, confirmer])
    expect((await patch(number, { bankGiro: other }, who)).body.proposals).toHaveLength(1);
  expect((await audited(number)).map(({ action }) => action)).toEqual(['supplier.proposed']);
  const { body } = await patch(number, { bankGiro: other, postGiro: '12345-5' }, confirmer);
  expect(body.proposals.map((one: { patch: object }) => one.patch)).toEqual([
    { bankGiro: other },
    { postGiro: '12345-5' },
  ]);
});

it('a proposal is checked again when it is confirmed', async () => {
  await takesTwo(true);
  const number = await supplier({ bankGiro: recorded, iban: 'SE4550000000058398257466' });
  const bic = idOf(await patch(number, { bicSwift: 'ESSESESS' }));
  // Meanwhile the account moves to another country, and the giro is entered without a second person.
  await takesTwo(false);
  await patch(number, { iban: 'DE89370400440532013000' });
  expectProblem(await confirm(number, bic), 400, 'bicSwift');
  await takesTwo(true);
  const giro = (await patch(number, { bankGiro: other })).body.proposals.at(-1).id;
  await takesTwo(false);
  await patch(number, { bankGiro: other });
  expect(refusal(await confirm(number, giro))).toEqual([409, 'decision.refused', 'proposal.same']);
  expect((await read(number)).proposals).toHaveLength(2);
  expect((await decline(number, giro)).body.proposals).toHaveLength(1);
});

it('a proposal can be confirmed after the setting is switched off', async () => {
  await takesTwo(true);
  const number = await supplier();
  const id = idOf(await patch(number, { bankGiro: other }));
  await takesTwo(false);
  expect((await confirm(number, id)).body).toMatchObject({ bankGiro: other, proposals: [] });
});

it('a personal number is shown masked, and confirmed whole', async () => {
  await takesTwo(true);
  const number = await supplier();
  const answer = await patch(number, { organizationalNumber: '811228-9874' });
  expect(answer.body.proposals[0].patch).toEqual({ organizationalNumber: expect.not.stringContaining('9874') });
  expect(JSON.stringify([await waiting(), await audited(number)])).not.toContain('9874');
  await confirm(number, idOf(answer));
  const { rows } = await door.pool.query(
    'SELECT organizational_number FROM suppliers WHERE company_id = $1 AND number = $2',
    [door.company, number],
  );
  expect(rows).toEqual([{ organizational_number: '811228-9874' }]);
});

it('at most twenty changes of a supplier wait', async () => {
  await takesTwo(true);
  const number = await supplier();
  for (let n = 0; n < 20; n++) expect((await patch(number, { name: `Namn ${n}` })).status).toBe(200);
  const answer = await patch(number, { name: 'Namn 20', city: 'Uppsala' });
  expect([answer.status, answer.body.code, answer.body.parameters]).toEqual([409, 'proposal.limit', { most: 20 }]);
  expect(await read(number)).toMatchObject({ city: '' });
});

it('a viewer cannot confirm or decline, and another company finds nothing', async () => {
  await takesTwo(true);
  const number = await supplier();
  const id = idOf(await patch(number, { bankGiro: other }));
  const viewer = await signedIn(door, 'viewer');
  expect((await confirm(number, id, viewer)).status).toBe(403);
  expect((await decline(number, id, viewer)).status).toBe(403);
  expect((await read(number, viewer)).proposals).toMatchObject([{ confirm: { allowed: false, code: 'role.refused' } }]);
  const { id: company } = await door.addCompany('Other');
  const stranger = await signedIn(door, 'approver', company);
  expect((await confirm(number, id, stranger)).status).toBe(404);
  expect((await decline(number, id, stranger)).status).toBe(404);
  const elsewhere = `/companies/${company}/suppliers/${number}/proposals/${id}`;
  expect((await stranger.call('POST', `${elsewhere}/confirm`)).status).toBe(404);
  expect((await stranger.call('GET', `/companies/${company}/proposals`)).body).toEqual({ proposals: [] });
  expect((await confirm('nobody', id)).status).toBe(404);
  expect((await confirm(number, newId())).status).toBe(409);
  expect((await confirm(number, 'x')).status).toBe(404);
  expect((await read(number)).proposals).toHaveLength(1);
});

const invoiceOf = async (number: string, fields: object = { supplierBankGiro: other }): Promise<string> =>
  (await door.post(paths.invoices, { externalReferenceId: newId(), supplierNumber: number, ...fields })).body.id;
const release = (id: string, who: SignedIn, more: object = {}) =>
  who.call('POST', `${base}/invoices/${id}/release`, { reason: 'They telephoned.', ...more });

it('a release with the account of the invoice proposes it, and the invoice is released', async () => {
  await takesTwo(true);
  const number = await supplier();
  const id = await invoiceOf(number);
  expect((await release(id, proposer, { acceptAccount: true })).body).toMatchObject({ state: 'received' });
  const { rows } = await door.pool.query(`SELECT data FROM events WHERE subject_id = $1 AND type LIKE '%released'`, [
    id,
  ]);
  expect(rows[0].data).toMatchObject({ accountProposed: true });
  expect(rows[0].data).not.toHaveProperty('accountAccepted');
  const record = await read(number);
  expect(record).toMatchObject({ bankGiro: recorded, proposals: [{ patch: { bankGiro: other } }] });
  expect((await confirm(number, record.proposals[0].id)).body).toMatchObject({ bankGiro: other });
});

it('neither the operator who proposed a change nor the one who confirmed it can release the invoice', async () => {
  await takesTwo(true);
  const number = await supplier();
  const id = await invoiceOf(number, { supplierBankGiro: third });
  const mayRelease = async (who: SignedIn) =>
    (await who.call('GET', `${base}/invoices/${id}`)).body.actions.release.allowed;
  expect([await mayRelease(proposer), await mayRelease(confirmer)]).toEqual([true, true]);
  const proposal = idOf(await patch(number, { bankGiro: other }));
  // The proposer may not release while the proposal waits.
  expect([await mayRelease(proposer), await mayRelease(confirmer)]).toEqual([false, true]);
  await confirm(number, proposal);
  expect([await mayRelease(proposer), await mayRelease(confirmer)]).toEqual([false, false]);
  for (const who of [proposer, confirmer])
    expect(refusal(await release(id, who))).toEqual([409, 'decision.refused', 'release.changer']);
  expect((await release(id, administrator)).status).toBe(200);
});

it('an operator who withdrew a proposal counts as having changed nothing', async () => {
  await takesTwo(true);
  const number = await supplier();
  const id = await invoiceOf(number);
  const proposal = idOf(await patch(number, { bankGiro: other }));
  expect(refusal(await release(id, proposer))).toEqual([409, 'decision.refused', 'release.changer']);
  await decline(number, proposal, proposer);
  expect((await release(id, proposer)).status).toBe(200);
});

it('an import proposes what takes two, and writes the rest at once', async () => {
  await takesTwo(true);
  const [changed, waits, same] = [await supplier(), await supplier(), await supplier()];
  const fresh = `s${(made += 1)}`;
  const rows = [
    { number: changed, city: 'Uppsala', bankGiro: other },
    { number: waits, bankGiro: other },
    { number: same, bankGiro: recorded },
    { number: fresh, name: 'Ny', bankGiro: other },
  ];
  const seen = await proposer.call('POST', `${base}/suppliers/import/preview`, rows);
  expect([seen.status, seen.body]).toEqual([
    200,
    {
      created: 1,
      updated: 1,
      unchanged: 1,
      proposed: 3,
      encoding: 'utf-8',
      records: [
        {
          number: changed,
          name: expect.any(String),
          isNew: false,
          changes: [
            { field: 'city', from: expect.any(String), to: 'Uppsala', waits: false },
            { field: 'bankGiro', from: recorded, to: other, waits: true },
          ],
        },
        expect.objectContaining({ number: waits, isNew: false }),
        {
          number: fresh,
          name: 'Ny',
          isNew: true,
          changes: [
            { field: 'name', from: '', to: 'Ny', waits: false },
            { field: 'bankGiro', from: '', to: other, waits: true },
          ],
        },
      ],
    },
  ]);
  expect((await proposer.call('GET', `${base}/suppliers/${fresh}`)).status).toBe(404);
  const sendSeen = () =>
    sendTo(door.url, 'POST', `${api}${base}/suppliers/import`, {
      body: rows,
      headers: { cookie: proposer.cookie, 'x-doorway-console': '1', 'if-match': seen.headers.get('etag') ?? '' },
    });
  const city = (to: string) => proposer.call('PATCH', `${base}/suppliers/${changed}`, { city: to });
  const before = (await read(changed)).city;
  await city('Kiruna');
  const stale = await sendSeen();
  expect([stale.status, stale.body.code]).toEqual([412, 'import.changed']);
  expect(await read(waits)).toMatchObject({ proposals: [] });
  await city(before);
  const answer = await sendSeen();
  expect([answer.status, answer.body]).toEqual([
    200,
    { created: 1, updated: 1, unchanged: 1, proposed: 3, encoding: 'utf-8' },
  ]);
  expect(await read(changed)).toMatchObject({
    city: 'Uppsala',
    bankGiro: recorded,
    proposals: [{ patch: { bankGiro: other } }],
  });
  expect(await read(waits)).toMatchObject({ bankGiro: recorded, proposals: [{ by: { id: proposer.id } }] });
  expect(await read(same)).toMatchObject({ proposals: [] });
  expect(await read(fresh)).toMatchObject({ name: 'Ny', bankGiro: '', proposals: [{ patch: { bankGiro: other } }] });
  expect(await history(waits)).toEqual([]);
  expect((await confirm(waits, (await read(waits)).proposals[0].id)).body).toMatchObject({ bankGiro: other });
});

it('an import proposes at most 500 changes', async () => {
  await takesTwo(true);
  const rows = Array.from({ length: 501 }, (_, n) => ({ number: `m${n}`, name: `Before ${n}` }));
  expect((await proposer.call('POST', `${base}/suppliers/import`, rows)).body).toMatchObject({ created: 501 });
  const changed = rows.map(({ number }, n) => ({ number, name: `After ${n}` }));
  const answer = await proposer.call('POST', `${base}/suppliers/import`, changed);
  expect([answer.status, answer.body.code]).toEqual([409, 'proposals.many']);
  expect((await read('m0')).proposals).toEqual([]);
});

it('a waiting proposal does not change the ETag', async () => {
  await takesTwo(true);
  const number = await supplier();
  const tagOf = async (who: SignedIn) => (await who.call('GET', `${base}/suppliers/${number}`)).headers.get('etag');
  const before = await tagOf(proposer);
  await patch(number, { bankGiro: other });
  expect([await tagOf(proposer), await tagOf(confirmer)]).toEqual([before, before]);
});
