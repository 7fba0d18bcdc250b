import { expect, it } from 'vitest';
import { partnerEventTypes } from '../../common/events.ts';
import { partnerFields, payloadOf, testEvent, typesFor } from './payload.ts';
import { catalogue } from '../events/catalogue.ts';

const by = { id: 'a', name: 'The approver' };
const sent = { partnerId: 'p', partnerName: 'Scanner', traceId: 't', by };
const invoice = { supplierInvoiceId: 'i', externalReferenceId: 'r', supplierNumber: '1' };
const createdAt = new Date('2026-11-15T08:00:00.000Z');
const told = (type: string, data: object, partnerId: string | null = 'p') =>
  JSON.parse(payloadOf({ seq: '12', id: 'e', type, data: data as Record<string, unknown>, createdAt }, partnerId));

it('the company receives the event as it is stored', () => {
  const data = { ...invoice, ...sent, reason: 'Twice.' };
  expect(told('supplierinvoice.approved', data, null)).toEqual({
    id: 'e',
    seq: 12,
    type: 'supplierinvoice.approved',
    timestamp: '2026-11-15T08:00:00.000Z',
    data,
  });
});

it.each([
  ['supplierinvoice.approved', { ...invoice, ...sent, reason: 'A comment among ourselves.' }, invoice],
  ['supplierinvoice.rejected', { ...invoice, ...sent, reason: 'Twice.' }, { ...invoice, reason: 'Twice.' }],
  [
    'supplierinvoice.held',
    { ...invoice, ...sent, heldFor: ['payee.bankgiro'] },
    { ...invoice, heldFor: ['payee.bankgiro'] },
  ],
  ['supplierinvoice.released', { ...invoice, ...sent, reason: 'We called them.', accountAccepted: true }, invoice],
  [
    'supplierinvoice.reopened',
    { ...invoice, ...sent, reason: 'Too early.', from: 'approved', state: 'received' },
    { ...invoice, from: 'approved', state: 'received' },
  ],
  [
    'supplierinvoice.checked',
    {
      ...invoice,
      partnerId: 'p',
      partnerName: 'Scanner',
      by: { name: 'the service' },
      findings: [
        {
          code: 'payee.bankgiro',
          severity: 'hold',
          path: 'supplierBankGiro',
          parameters: { known: '1' },
          message: '1.',
        },
      ],
    },
    {
      ...invoice,
      findings: [
        {
          code: 'payee.bankgiro',
          severity: 'hold',
          path: 'supplierBankGiro',
          message: 'supplierBankGiro differs from the supplier’s record.',
        },
      ],
    },
  ],
  [
    'supplierinvoice.dismissed',
    { ...invoice, ...sent, reason: 'Among ourselves.', code: 'sum.total', place: 1 },
    { ...invoice, code: 'sum.total' },
  ],
  [
    'supplierinvoice.dismissed',
    { ...invoice, ...sent, by: { name: 'the service' }, reason: 'invoice.pdf', code: 'document.total', place: 1 },
    { ...invoice, code: 'document.total', reason: 'invoice.pdf' },
  ],
  [
    'supplier.proposal.declined',
    { number: '1', name: 'Nordbygg', proposalId: 'q', fields: ['name'], ...sent, reason: 'Unknown to them.' },
    { number: '1', proposalId: 'q', fields: ['name'], reason: 'Unknown to them.' },
  ],
  [
    'workorder.done',
    { workOrderId: 'w', reference: 'W-1', title: 'Eken #1', projectId: 'j', ...sent, reason: 'Among ourselves.' },
    { workOrderId: 'w', reference: 'W-1', title: 'Eken #1' },
  ],
  [
    'workorder.cancelled',
    { workOrderId: 'w', reference: 'W-1', title: 'Eken #1', projectId: 'j', ...sent, reason: 'Never begun.' },
    { workOrderId: 'w', reference: 'W-1', title: 'Eken #1', reason: 'Never begun.' },
  ],
  [
    'workorder.reopened',
    { workOrderId: 'w', reference: 'W-1', title: 'Eken #1', projectId: 'j', ...sent, reason: 'Among ourselves.' },
    { workOrderId: 'w', reference: 'W-1', title: 'Eken #1' },
  ],
] as const)('a partner is told of %s without who did it', (type, data, expected) => {
  expect(told(type, data).data).toEqual(expected);
});

it.each(partnerEventTypes)('the fields of %s for partners are fields of the event', (type) => {
  const { payload } = catalogue[type];
  const kinds = 'anyOf' in payload ? payload.anyOf : [payload];
  for (const { properties } of kinds)
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...partnerFields[type]]));
});

it('a partner receives no fields of an event of another type', () => {
  expect(told('supplierinvoice.noted', { ...invoice, ...sent, text: 'Is this right?' }).data).toEqual({});
});

it('an endpoint without types receives all, and a partner’s only those for partners', () => {
  expect(typesFor({ types: [], partnerId: null })).toEqual([]);
  expect(typesFor({ types: ['supplier.created'], partnerId: null })).toEqual(['supplier.created']);
  expect(typesFor({ types: [], partnerId: 'p' })).toEqual(partnerEventTypes);
  expect(typesFor({ types: ['supplierinvoice.noted', 'workorder.done'], partnerId: 'p' })).toEqual(['workorder.done']);
});

it('a test has the number 0 and the time of its id', () => {
  const id = '019a867a-d800-7c11-9d43-5b1f0a6e2c88';
  expect(JSON.parse(payloadOf(testEvent(id), null))).toEqual({
    id,
    seq: 0,
    type: 'webhook.test',
    timestamp: new Date(0x019a867ad800).toISOString(),
    data: {},
  });
});
