import Type from 'typebox';
import { time } from '../../desk/requests.ts';
import { catalogue } from '../../events/catalogue.ts';
import { anyObject, named, text, textOrNull, arrayOf, numberInQuery } from '../../ground/http/document/fields.ts';

const seq = (description: string, minimum: number) =>
  Type.Integer({ format: 'int64', minimum, description, examples: [4711] });

export const FeedEvent = named('FeedEvent', 'Something that happened in a company.', {
  seq: seq('The event’s number: from 1 in each company, without gaps.', 1),
  id: Type.String({ format: 'uuid', description: 'The event’s id.' }),
  type: text('What happened, such as supplierinvoice.approved.', 'supplierinvoice.approved'),
  createdAt: time('When it happened.'),
  traceId: textOrNull(
    'The trace id of the request that caused it; null if none did.',
    '4bf92f3577b34da6a3ce929d0e0e4736',
  ),
  data: anyObject('The details. The fields depend on the type, and more may be added.', {
    supplierInvoiceId: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
    externalReferenceId: 'scan-2026-0815',
    supplierNumber: '1042',
    partnerId: '019a7c3e-8f00-7b11-9d3c-52f8a1c07e40',
    partnerName: 'Scanner',
    by: { id: '019a7c3e-9a10-7c2f-8b64-0f1d2e3c4b5a', name: 'The approver' },
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  }),
});

export const FeedEvents = named('FeedEvents', 'Events of a company.', {
  events: arrayOf(Type.Ref('FeedEvent'), 'The events, in the order of their numbers.'),
  last: seq(
    'The number up to which this answer is complete; send it as after next time. It is above that of the last event if others were left out because of their type.',
    0,
  ),
});

const type = Object.keys(catalogue)
  .map((name) => name.replace('.', '\\.'))
  .join('|');

export const EventsQuery = Type.Object({
  after: numberInQuery(
    '^(0|[1-9][0-9]{0,14})$',
    'The number before the first event: last of the previous answer, or 0. Without it, the answer begins with the first event that is stored.',
    { format: 'int64', minimum: 0, maximum: 999_999_999_999_999 },
  ),
  types: Type.Optional(
    Type.String({
      pattern: `^(${type})(,(${type})){0,49}$`,
      description: 'Only these types of events, separated by commas. Without it, all.',
    }),
  ),
  limit: numberInQuery(
    '^([1-9]|[1-9][0-9]{1,2}|1000)$',
    'Maximum number of events in an answer, 1 to 1000. The default is 100. Large events may make it fewer. A stream has no limit.',
    { minimum: 1, maximum: 1000 },
  ),
  wait: numberInQuery(
    '^([0-9]|[12][0-9]|30)$',
    'Seconds to wait if there are no events yet, 0 to 30. The default is 0. A stream continues as long as it is read.',
    { minimum: 0, maximum: 30 },
  ),
});

export const streamFormat = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description:
        'Server-sent events, if the header Accept asks for them: id is the number, event the type, data the event as JSON. The stream continues until one side ends it.',
    },
  },
};
