import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { invoiceActions } from '../../deciding/action-rules.ts';
import { invoiceStates } from '../../../decisions/invoices.ts';
import { openDoor, paths, send } from '../../../testing/door.ts';
import { samples } from '../../../testing/files.ts';
import { traceIdOf } from '../../../testing/happenings.ts';
import { countOf, invoiceOn, postText } from '../../../testing/operations.ts';
import { api, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openDoor();
await door.addSupplier('1', { name: 'Nordbygg' });
const approver = await signedIn(door, 'approver');
const viewer = await signedIn(door, 'viewer');
const base = `/companies/${door.company}/invoices`;
afterAll(() => door.close());

const inState = async (id: string, state: string) => {
  const booked = state === 'booked';
  const decided = booked || state === 'approved' || state === 'rejected';
  await door.pool.query(
    `UPDATE supplier_invoices SET state = $2, decided_at = $3, decided_by = $4, reason = $5,
       booked_at = $6, booked_by = $7, voucher = $8, withdrawn_at = $9 WHERE id = $1`,
    [
      id,
      state,
      ...(decided ? [new Date(), approver.id, 'x'] : [null, null, null]),
      ...(booked ? [new Date(), approver.id, 'L 1'] : [null, null, null]),
      state === 'withdrawn' ? new Date() : null,
    ],
  );
};
const stateOf = async (id: string) =>
  (await door.pool.query('SELECT state, decided_at, decided_by, reason FROM supplier_invoices WHERE id = $1', [id]))
    .rows[0];

describe('an invoice is read whole', () => {
  it('with every digit and every unknown field as it was sent', async () => {
    const sent =
      '"totalPrice":90071992547409.930,"articles":[{"price":0.100000000000000005551115123126}],"unknown":{"deep":[1.10,"å"]}';
    const { body } = await postText(
      door,
      paths.invoices,
      `{"externalReferenceId":"exact","supplierNumber":"1",${sent}}`,
    );
    const response = await fetch(`${door.url}${api}${base}/${body.id}`, { headers: { cookie: viewer.cookie } });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const text = await response.text();
    for (const part of [
      '"totalPrice": 90071992547409.930',
      '"price": 0.100000000000000005551115123126',
      '"unknown": {"deep": [1.10, "å"]}',
    ])
      expect(text).toContain(part);
  });

  it('with its files, its findings, what happened and what can be done', async () => {
    const { body: made } = await door.post(paths.invoices, {
      externalReferenceId: 'whole',
      supplierNumber: '1',
      currency: 'QQQ',
    });
    const { body: file } = await door.post(paths.attach, {
      supplierInvoiceId: made.id,
      fileName: 'f.pdf',
      content: samples.pdf.toString('base64'),
    });
    const { status, body } = await approver.call('GET', `${base}/${made.id.toUpperCase()}`);
    expect(status).toBe(200);
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(body).toEqual({
      id: made.id,
      state: 'received',
      partner: 'Scanner',
      createdAt: time,
      invoiceDay: null,
      paymentDueDay: null,
      supplier: {
        number: '1',
        name: 'Nordbygg',
        organizationalNumber: '',
        bankGiro: '',
        postGiro: '',
        iban: '',
        bicSwift: '',
        phone: '',
        isContactConfirmed: false,
        proposed: [],
        payeeChangedAt: null,
        alike: [],
      },
      document: { externalReferenceId: 'whole', supplierNumber: '1', currency: 'QQQ' },
      findings: [
        {
          place: 1,
          code: 'currency.unknown',
          severity: 'warning',
          path: 'currency',
          parameters: { currency: 'QQQ' },
          message: '"QQQ" is not an ISO 4217 currency code.',
        },
      ],
      files: [
        {
          id: file.id,
          fileName: 'f.pdf',
          contentType: 'application/pdf',
          size: samples.pdf.length,
          createdAt: time,
          sha256: createHash('sha256').update(samples.pdf).digest('hex'),
          href: `/operator/v1${base}/${made.id}/files/${file.id}`,
          by: 'Scanner',
        },
      ],
      timeline: [
        { type: 'supplierinvoice.created', at: time, by: 'Scanner', reason: null },
        { type: 'supplierinvoice.attached', at: time, by: 'Scanner', reason: null },
      ],
      actions: {
        approve: { allowed: true },
        ask: { allowed: true },
        code: { allowed: false, why: expect.any(String), code: 'coding.unused' },
        reject: { allowed: true },
        unsign: {
          allowed: false,
          why: 'Nobody has given a first approval that could be taken back.',
          code: 'signature.missing',
        },
        release: { allowed: false, why: 'This invoice is not held.', code: 'invoice.received' },
        reopen: { allowed: false, why: 'Nobody has decided on this invoice yet.', code: 'invoice.undecided' },
      },
      decision: null,
      decisionSeq: null,
      question: null,
      route: null,
      questions: [],
      withdrawal: null,
      booking: null,
      coding: null,
      codingProposal: null,
      codingRequired: false,
      assignedTo: null,
      notes: [],
      release: null,
      signed: null,
      accounts: [],
      filesWaiting: true,
      sentToPartner: [],
      duplicates: [],
      credits: [],
      creditedBy: [],
      remaining: null,
      sums: null,
    });
  });

  it('and says which decisions an endpoint of its partner receives', async () => {
    const administrator = await signedIn(door, 'administrator');
    const id = await invoiceOn(door, 'heard of');
    const sent = async () => (await viewer.call('GET', `${base}/${id}`)).body.sentToPartner;
    const webhooks = `/companies/${door.company}/webhooks`;
    const { rows } = await door.pool.query('SELECT partner_id FROM supplier_invoices WHERE id = $1', [id]);
    const form = { url: 'https://8.8.8.8/hook', partnerId: rows[0].partner_id, types: ['supplierinvoice.rejected'] };
    expect(await sent()).toEqual([]);
    const { body: endpoint } = await administrator.call('POST', webhooks, form);
    expect(await sent()).toEqual(['supplierinvoice.rejected']);
    for (const [decision, isNotified] of Object.entries({ approve: false, reject: true })) {
      const bulk = await administrator.call('POST', `/companies/${door.company}/bulk`, { decision, ids: [id] });
      expect(bulk.body.partners).toMatchObject([{ count: 1, isNotified }]);
    }
    await administrator.call('PATCH', `${webhooks}/${endpoint.id}`, { types: [] });
    const all = ['approved', 'rejected', 'released', 'reopened', 'questioned'];
    expect(await sent()).toEqual(all.map((decision) => `supplierinvoice.${decision}`));
    expect((await administrator.call('DELETE', `${webhooks}/${endpoint.id}`)).status).toBe(204);
    expect(await sent()).toEqual([]);
  });

  it('and the actions show that a viewer may not decide', async () => {
    const { body } = await viewer.call('GET', `${base}/${await invoiceOn(door, 'viewed')}`);
    expect(body.actions.approve).toEqual({
      allowed: false,
      why: expect.stringContaining('Your role'),
      code: 'role.refused',
    });
  });

  it('and a supplier that has an invoice’s id for a number is no part of its timeline', async () => {
    const id = await invoiceOn(door, 'namesake');
    await door.addSupplier(id);
    expect((await viewer.call('GET', `${base}/${id}`)).body.timeline).toHaveLength(1);
  });
});

describe('a decision', () => {
  it('approves, with operator, time and comment in the invoice, an event and the audit log', async () => {
    const id = await invoiceOn(door, 'approve me');
    const answer = await approver.call('POST', `${base}/${id}/approve`, { comment: ' Fine. ' });
    const { status, body } = answer;
    expect(status, body.message).toBe(200);
    expect(body).toMatchObject({
      id,
      state: 'approved',
      actions: {
        approve: {
          allowed: false,
          why: expect.stringMatching(/^The approver approved this invoice at [\d-]+ [\d:]+ UTC\.$/),
        },
        reject: { allowed: false },
      },
    });
    expect(body.timeline.at(-1)).toEqual({
      type: 'supplierinvoice.approved',
      at: expect.any(String),
      by: 'The approver',
      reason: 'Fine.',
    });
    expect(await stateOf(id)).toEqual({
      state: 'approved',
      decided_at: expect.any(Date),
      decided_by: approver.id,
      reason: 'Fine.',
    });
    const { rows: events } = await door.pool.query(
      'SELECT type, data FROM events WHERE subject_id = $1 ORDER BY seq DESC LIMIT 1',
      [id],
    );
    expect(events).toEqual([
      {
        type: 'supplierinvoice.approved',
        data: {
          supplierInvoiceId: id,
          externalReferenceId: 'approve me',
          supplierNumber: '1',
          partnerId: expect.any(String),
          partnerName: 'Scanner',
          by: { id: approver.id, name: 'The approver' },
          reason: 'Fine.',
          traceId: traceIdOf(answer),
        },
      },
    ]);
    const { rows: audited } = await door.pool.query(
      'SELECT company_id, operator_id, action, subject_type, data FROM audit_log WHERE subject_id = $1',
      [id],
    );
    expect(audited).toEqual([
      {
        company_id: door.company,
        operator_id: approver.id,
        action: 'supplierinvoice.approved',
        subject_type: 'supplierinvoice',
        data: { reason: 'Fine.' },
      },
    ]);
  });

  it('approves without a comment', async () => {
    for (const [name, body] of [
      ['none', {}],
      ['null', { comment: null }],
      ['blank', { comment: ' ' }],
    ] as const) {
      const id = await invoiceOn(door, `comment ${name}`);
      expect((await approver.call('POST', `${base}/${id}/approve`, body)).body.timeline.at(-1).reason).toBeNull();
    }
  });

  it('rejects, for a reason', async () => {
    const id = await invoiceOn(door, 'reject me');
    for (const body of [
      {},
      { reason: null },
      { reason: ' ' },
      { reason: 1 },
      { reason: 'a'.repeat(1_001) },
      { reason: '\0' },
      { comment: 'x' },
      [],
    ])
      expectProblem(await approver.call('POST', `${base}/${id}/reject`, body), 400);
    expectProblem(await approver.call('POST', `${base}/${id}/reject`), 400);
    expect((await stateOf(id)).state).toBe('received');
    const { status, body } = await approver.call('POST', `${base}/${id}/reject`, { reason: 'Never delivered.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'rejected' });
    expect(body.timeline.at(-1)).toMatchObject({
      type: 'supplierinvoice.rejected',
      by: 'The approver',
      reason: 'Never delivered.',
    });
    expect(await stateOf(id)).toMatchObject({ state: 'rejected', reason: 'Never delivered.' });
  });

  it.each(
    invoiceStates.flatMap((state) => (['approve', 'reject'] as const).map((decision) => [decision, state] as const)),
  )(
    'to %s an invoice that is %s is what the rules say, and what they refuse changes nothing',
    async (decision, state) => {
      const id = await invoiceOn(door, `${decision} ${state}`);
      await inState(id, state);
      const action = invoiceActions(state, 'approver')[decision];
      const { body } = await approver.call('GET', `${base}/${id}`);
      const { why, ...expected } = action;
      expect(body.actions[decision]).toMatchObject(expected);
      const before = [await countOf(door, 'events'), await countOf(door, 'audit_log')];
      const answer = await approver.call(
        'POST',
        `${base}/${id}/${decision}`,
        decision === 'reject' ? { reason: 'No.' } : {},
      );
      if (action.allowed) return expect(answer.status).toBe(200);
      expectProblem(answer, 409, state === 'withdrawn' ? /The partner Scanner withdrew this invoice on/ : why);
      expect((await stateOf(id)).state).toBe(state);
      expect([await countOf(door, 'events'), await countOf(door, 'audit_log')]).toEqual(before);
    },
  );

  it('succeeds once of many concurrent ones; the others are told who decided, how and when', async () => {
    const id = await invoiceOn(door, 'race');
    const second = await signedIn(door, 'administrator');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0
          ? approver.call('POST', `${base}/${id}/approve`, {})
          : second.call('POST', `${base}/${id}/reject`, { reason: 'No.' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { state } = await stateOf(id);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(
        answer,
        409,
        new RegExp(`^The ${state === 'approved' ? 'approver' : 'administrator'} ${state} this invoice at .+ UTC\\.$`),
      );
    const { rows } = await door.pool.query('SELECT type FROM events WHERE subject_id = $1 ORDER BY seq', [id]);
    expect(rows.map(({ type }) => type)).toEqual(['supplierinvoice.created', `supplierinvoice.${state}`]);
    expect((await door.pool.query('SELECT FROM audit_log WHERE subject_id = $1', [id])).rowCount).toBe(1);
  });

  it('leaves no gap in the event numbers, also while partners send', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, (_, n) => invoiceOn(door, `busy ${n}`)));
    await Promise.all([
      ...many.map((id) => approver.call('POST', `${base}/${id}/approve`, {})),
      ...many.map((_, n) => door.post(paths.invoices, { externalReferenceId: `beside ${n}`, supplierNumber: '1' })),
      ...many.map((id, n) =>
        door.post(paths.attach, {
          supplierInvoiceId: id,
          fileName: 'f.xml',
          content: Buffer.from(`<a>${n}</a>`).toString('base64'),
        }),
      ),
    ]);
    const { rows } = await door.pool.query(
      'SELECT count(*)::integer AS many, max(seq)::integer AS last FROM events WHERE company_id = $1',
      [door.company],
    );
    expect(rows[0].many).toBe(rows[0].last);
  });
});

describe('who may', () => {
  it('a viewer reads and does not decide; nobody else’s operator and no session does either', async () => {
    const id = await invoiceOn(door, 'guarded');
    const { id: elsewhere } = await door.addCompany('Elsewhere');
    const stranger = await signedIn(door, 'approver', elsewhere);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/approve', {}],
      ['POST', '/reject', { reason: 'No.' }],
    ] as const) {
      expectProblem(
        await send(door.url, method, `${api}${base}/${id}${path}`, { body, headers: { 'x-doorway-console': '1' } }),
        401,
      );
      expectProblem(await stranger.call(method, `${base}/${id}${path}`, body), 404);
      expectProblem(await stranger.call(method, `/companies/${elsewhere}/invoices/${id}${path}`, body), 404);
      if (method === 'GET') expect((await viewer.call(method, `${base}/${id}${path}`, body)).status).toBe(200);
      else expectProblem(await viewer.call(method, `${base}/${id}${path}`, body), 403, 'viewer');
    }
    expectProblem(
      await send(door.url, 'POST', `${api}${base}/${id}/approve`, { body: {}, headers: { cookie: approver.cookie } }),
      403,
      'X-Doorway-Console',
    );
    expect((await stateOf(id)).state).toBe('received');
    const administrator = await signedIn(door, 'administrator');
    expect((await administrator.call('POST', `${base}/${id}/approve`, {})).status).toBe(200);
  });

  it.each(['nothing', '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88', '%00', '..%2Finvoices'])(
    'an invoice %s that is none is a 404',
    async (id) => {
      expectProblem(await approver.call('GET', `${base}/${id}`), 404);
      expectProblem(await approver.call('POST', `${base}/${id}/approve`, {}), 404);
      expectProblem(await approver.call('POST', `${base}/${id}/reject`, { reason: 'No.' }), 404);
    },
  );
});
