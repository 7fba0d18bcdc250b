import Type from 'typebox';
import { companyInPath, time } from '../../desk/requests.ts';
import { publishedAs } from '../../ground/http/document/publish.ts';
import { catalogue } from '../catalogue.ts';

const seq = (description: string, minimum: number) => Type.Integer({ format: 'int64', minimum, description });

const FeedEvent = Type.Object(
  {
    seq: seq('The event’s number: from 1 in each company, without holes.', 1),
    id: Type.String({ format: 'uuid', description: 'The event’s id.' }),
    type: Type.String({ description: 'What happened, such as supplierinvoice.approved.' }),
    createdAt: time('When it happened.'),
    traceId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The trace id of the request that caused it; null where none did.',
    }),
    data: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'What there is to say of it. Which fields it has depends on the type, and more may be added.',
    }),
  },
  { $id: 'FeedEvent', description: 'Something that happened in a company.' },
);

const FeedEvents = Type.Object(
  {
    events: Type.Array(Type.Ref('FeedEvent'), { description: 'The events, in the order of their numbers.' }),
    last: seq(
      'Up to which number this answer tells; send it as after next. It is above that of the last event where others were left out because of their type.',
      0,
    ),
  },
  { $id: 'FeedEvents', description: 'Events of a company.' },
);

export const eventsSchemas = [FeedEvent, FeedEvents];

export const inCompany = Type.Object({ companyId: companyInPath });

const type = Object.keys(catalogue)
  .map((name) => name.replace('.', '\\.'))
  .join('|');

export const EventsQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^(0|[1-9][0-9]{0,14})$',
      description:
        'The number before the first event: the last of the answer before, or 0. Without it, the first event that is kept comes first.',
      ...publishedAs('integer', { format: 'int64', minimum: 0, maximum: 999_999_999_999_999 }),
    }),
  ),
  types: Type.Optional(
    Type.String({
      pattern: `^(${type})(,(${type})){0,49}$`,
      description: 'Only these types of events, with a comma between them. Without it, all.',
    }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-9][0-9]{1,2}|1000)$',
      description:
        'How many events an answer has at the most, 1 to 1000. The default is 100. Long ones may make it fewer. A stream has no limit.',
      ...publishedAs('integer', { minimum: 1, maximum: 1000 }),
    }),
  ),
  wait: Type.Optional(
    Type.String({
      pattern: '^([0-9]|[12][0-9]|30)$',
      description:
        'For how many seconds to wait where there are no events yet, 0 to 30. The default is 0. A stream goes on for as long as it is read.',
      ...publishedAs('integer', { minimum: 0, maximum: 30 }),
    }),
  ),
});

const example = {
  seq: 4711,
  id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77',
  type: 'supplierinvoice.approved',
  createdAt: '2026-11-15T08:00:00.000Z',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  data: {
    supplierInvoiceId: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
    externalReferenceId: 'scan-2026-0815',
    supplierNumber: '1042',
    partnerId: '019a7c3e-8f00-7b11-9d3c-52f8a1c07e40',
    partnerName: 'Scanner',
    by: { id: '019a7c3e-9a10-7c2f-8b64-0f1d2e3c4b5a', name: 'The approver' },
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  },
};

/** The answer of 200, which can be a stream, too. */
export const eventsAnswer = {
  description: 'The next events; none where nothing has happened that was asked for.',
  content: {
    'application/json': {
      schema: Type.Ref('FeedEvents'),
      examples: { default: { value: { events: [example], last: 4711 } } },
    },
    'text/event-stream': {
      schema: {
        type: 'string',
        description:
          'Server-sent events, where the header Accept asks for them: id is the number, event the type, data the event as JSON. It goes on until one of both ends it.',
      },
      examples: {
        default: { value: `id: 4711\nevent: supplierinvoice.approved\ndata: ${JSON.stringify(example)}\n\n` },
      },
    },
  },
};
