import Type from 'typebox';
import { partnerEventTypes } from '../../../common/events.ts';
import { named, text, arrayOf, numberInQuery } from '../../ground/http/document/fields.ts';

const seq = (description: string, minimum: number) =>
  Type.Integer({ format: 'int64', minimum, description, examples: [4711] });

export const exampleEvent = {
  id: '019a7c3e-9b20-7d44-8a51-3c2e1f0d9b87',
  seq: 4711,
  type: 'supplierinvoice.rejected',
  timestamp: '2026-11-16T08:01:06.198Z',
  data: {
    supplierInvoiceId: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
    externalReferenceId: 'scan-2026-000123',
    supplierNumber: '1042',
    reason: 'The amount is wrong.',
  },
};

const PartnerEvent = named('PartnerEvent', 'Something that happened to a record of yours.', {
  id: Type.String({ format: 'uuid', description: 'The event’s id, the webhook-id of a webhook.' }),
  seq: seq('The event’s number. Numbers rise; those of events that are not yours are left out.', 1),
  type: text(`What happened: ${partnerEventTypes.join(', ')}. More types may be added.`, 'supplierinvoice.rejected'),
  timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
  data: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The record that it is about, by your reference and the service’s id, and what a webhook tells of it.',
    examples: [exampleEvent.data],
  }),
});

export const PartnerEvents = named('PartnerEvents', 'Events of your own records.', {
  events: arrayOf(Type.Ref('PartnerEvent'), 'The events, in the order of their numbers.'),
  next: seq('Send it as after next time, also if events is empty.', 0),
});

export const eventSchemas = [PartnerEvent, PartnerEvents];

export const EventsQuery = Type.Object({
  after: numberInQuery(
    '^(0|[1-9][0-9]{0,14})$',
    'The next of the previous answer. Without it, the answer begins with the first event that is kept.',
    { format: 'int64', minimum: 0, maximum: 999_999_999_999_999 },
  ),
  limit: numberInQuery(
    '^([1-9]|[1-9][0-9]{1,2}|1000)$',
    'The maximum number of events in an answer, from 1 to 1000. The default is 100.',
    { minimum: 1, maximum: 1000 },
  ),
  wait: numberInQuery(
    '^([0-9]|[12][0-9]|30)$',
    'Seconds to wait if there are no events yet, from 0 to 30. The default is 0.',
    { minimum: 0, maximum: 30 },
  ),
});
