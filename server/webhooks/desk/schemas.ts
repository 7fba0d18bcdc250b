import Type, { type Static } from 'typebox';
import { attemptList, endpointOrder } from './queries.ts';
import { attemptErrors } from '../attempt.ts';
import { partnerEventTypes, type EventType } from '../../../common/events.ts';
import { inPagesOnly, pageOf, pageQuery } from '../../desk/lists.ts';
import { companyInPath, idInPath, textInQuery, time, timeOrNull } from '../../desk/requests.ts';
import { catalogue } from '../../events/catalogue.ts';
import { published, publishedAs, refusesOthers } from '../../ground/http/document/publish.ts';

const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description:
    'Where events are sent to: https, without a user name, a password or a fragment. Its name must lead to addresses of the public internet only, and its port must not be one that the Fetch standard blocks.',
  examples: ['https://example.com/doorway'],
});

const types = Type.Unsafe<EventType[]>({
  type: 'array',
  items: { type: 'string', enum: Object.keys(catalogue) },
  maxItems: 100,
  uniqueItems: true,
  description: `Which types of events it is sent; none is all. A partner is told of ${partnerEventTypes.join(', ')} at most.`,
  examples: [['supplierinvoice.approved', 'supplierinvoice.rejected']],
});

const since = (description: string) =>
  Type.Integer({ format: 'int64', minimum: 1, maximum: 999_999_999_999_999, description });

export const WebhookForm = Type.Object(
  {
    url,
    types: Type.Optional(types),
    partnerId: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'uuid',
        description:
          'The partner whose system it is, which is told of its own records only. Without it, it is a system of the company.',
      }),
    ),
    since: Type.Optional(
      since('The number of the first event that it is sent. Without it, it begins with the next event.'),
    ),
  },
  { ...refusesOthers, $id: 'WebhookForm', description: 'An endpoint to make.' },
);
export type WebhookForm = Static<typeof WebhookForm>;

export const WebhookPatch = Type.Object(
  {
    url: Type.Optional(url),
    types: Type.Optional(types),
    on: Type.Optional(
      Type.Boolean({
        description:
          'Whether events are sent to it. Switched on again, it goes on where it stopped, with the first try at once.',
      }),
    ),
  },
  {
    ...refusesOthers,
    $id: 'WebhookPatch',
    description: 'What to change. What is left out stays as it is.',
    examples: [{ on: true }],
  },
);
export type WebhookPatch = Static<typeof WebhookPatch>;

/** What only administrators are told of an endpoint. */
const confidential = Type.Optional;

const Webhook = Type.Object(
  {
    id: Type.String({ description: 'The endpoint’s id.' }),
    url: confidential(url),
    types: confidential(types),
    partnerId: nullableText('The partner whose own records it is told of; null for a system of the company.'),
    partner: nullableText('What that partner is called; null for a system of the company.'),
    createdAt: confidential(time('When it was made.')),
    formerSecretUntil: confidential(
      timeOrNull(
        'Until when the secret before also signs; null where the secret was not changed in the last 24 hours.',
      ),
    ),
    state: Type.Unsafe<'on' | 'failing' | 'off'>({
      type: 'string',
      enum: ['on', 'failing', 'off'],
      description:
        'on: events are sent as they come. failing: the last try failed, and there will be others. off: nothing is sent.',
    }),
    switchedOffAt: timeOrNull('When it was switched off; null where it was not.'),
    switchedOffFor: Type.Unsafe<'operator' | 'gone' | 'failing' | null>({
      type: ['string', 'null'],
      enum: ['operator', 'gone', 'failing', null],
      description:
        'Why: an operator did it, it answered 410 (gone), or it failed for three days (failing). null where it is not off.',
    }),
    failingSince: timeOrNull('When the first of the tries failed that have failed since; null where the last did not.'),
    tries: confidential(Type.Integer({ description: 'How often the event that is next was tried in vain.' })),
    nextTryAt: confidential(timeOrNull('When it is tried again; null where nothing failed.')),
    deliveredAt: confidential(timeOrNull('When an event was delivered last; null where none was.')),
    position: confidential(
      Type.Integer({
        format: 'int64',
        description: 'The number of the last event that it was told of, or was not to be.',
      }),
    ),
    behind: confidential(
      Type.Integer({ description: 'How many events wait to be sent to it, among the next 10,000.' }),
    ),
    behindAtLeast: confidential(
      Type.Boolean({
        description: inPagesOnly('Whether there are events beyond those 10,000, which may wait for it as well.'),
      }),
    ),
    holding: confidential(
      Type.Unsafe<{ seq: number; type: string } | null>({
        type: ['object', 'null'],
        properties: {
          seq: { type: 'integer', description: 'Its number.' },
          type: { type: 'string', description: 'Its type.' },
        },
        required: ['seq', 'type'],
        description: inPagesOnly(
          'The event that was tried in vain, and that the others wait for; null where none was.',
        ),
      }),
    ),
  },
  {
    $id: 'WebhookRow',
    description:
      'An endpoint, and how it fares. Administrators are answered all fields, other operators only those that are always there. Its secret is shown once, when it is made.',
  },
);

const IssuedWebhook = Type.Object(
  {
    id: Type.String({ description: 'The endpoint’s id.' }),
    secret: Type.String({ description: 'What its receiver checks signatures with. It is shown only this once.' }),
  },
  { $id: 'IssuedWebhook', description: 'A new endpoint.' },
);

const WebhookSecret = Type.Object(
  { secret: Type.String({ description: 'The new secret. It is shown only this once.' }) },
  { $id: 'WebhookSecret', description: 'A new secret. The one before also signs for 24 hours.' },
);

const delivery = {
  id: Type.String({ description: 'Tells this try from others.' }),
  seq: Type.Integer({ format: 'int64', description: 'The number of the event; 0 for a test.' }),
  eventId: Type.String({ description: 'The id of the event, which every try of it has.' }),
  type: Type.String({ description: 'The type of the event; webhook.test for a test.' }),
  at: time('When it was tried.'),
  tookMs: Type.Integer({ description: 'How long it took, in milliseconds.' }),
  outcome: Type.Unsafe<'delivered' | 'failed'>({
    type: 'string',
    enum: ['delivered', 'failed'],
    description: 'delivered where the answer was 2xx, and failed otherwise.',
  }),
  status: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The status that was answered; null where no answer came.',
  }),
  error: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...attemptErrors, null],
    description:
      'Why it failed: dns (the name has no address), address (it leads inside a network), port (the port is one that the Fetch standard blocks), connection (nobody answers there), tls (the certificate is not good), timeout (no whole answer in time, which is within 15 seconds), broken (the connection broke off), redirect (3xx, which is not followed), status (any other answer that is not 2xx), secret (the service has lost the key that opens the endpoint’s secret, so make a new secret). null where it was delivered.',
  }),
  answer: nullableText(inPagesOnly('The first 1,024 bytes of the answer; null where none came.')),
  askedBy: nullableText('The operator who had it sent; null where nobody had to.'),
};

const WebhookDelivery = Type.Object(delivery, { $id: 'WebhookDeliveryRow', description: 'One try to send an event.' });

const WebhookDeliveryDetail = Type.Object(
  {
    ...delivery,
    payload: nullableText('What was sent, as text; null where the event is no longer kept.'),
  },
  { $id: 'WebhookDelivery', description: 'One try to send an event, with what was sent.' },
);

export const ResendForm = Type.Object(
  {
    seq: Type.Optional(since('The number of one event, which is sent at once.')),
    since: Type.Optional(since('All events from this number on are sent again, in order.')),
  },
  {
    ...published({ additionalProperties: false, minProperties: 1, maxProperties: 1 }),
    $id: 'WebhookResend',
    description: 'Which events to send again: one of both.',
    examples: [{ seq: 1042 }],
  },
);
export type ResendForm = Static<typeof ResendForm>;

const Resent = Type.Object(
  {
    webhook: Type.Ref('WebhookRow'),
    delivery: Type.Optional(Type.Ref('WebhookDelivery')),
  },
  {
    $id: 'WebhookResent',
    description:
      'How the endpoint fares, and the try to send one event. Where all since a number are sent, there is none yet.',
  },
);

export const SkipForm = Type.Object(
  {
    seq: Type.Optional(
      since('The number of the event that is meant. Where another holds back the others by now, that is a 409.'),
    ),
  },
  { ...refusesOthers, $id: 'WebhookSkip', description: 'Which event to pass over.', examples: [{ seq: 1042 }] },
);
export type SkipForm = Static<typeof SkipForm>;

export const inCompany = Type.Object({ companyId: companyInPath });
const idOfEndpoint = idInPath('The endpoint’s id.');
export const endpointInPath = Type.Object({ companyId: companyInPath, id: idOfEndpoint });
export const deliveryInPath = Type.Object({
  companyId: companyInPath,
  id: idOfEndpoint,
  deliveryId: idInPath('The id of the try.'),
});

export const WebhooksQuery = Type.Object({
  partner: textInQuery('Only those of this partner: its id or its whole name.'),
  ...pageQuery(endpointOrder),
});
export type WebhooksQuery = Static<typeof WebhooksQuery>;

export const DeliveriesQuery = Type.Object({
  outcome: Type.Optional(
    Type.Unsafe<'delivered' | 'failed'>({
      type: 'string',
      enum: ['delivered', 'failed'],
      description: 'Only tries that ended so.',
    }),
  ),
  seq: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}$',
      description: 'Only tries of the event with this number; 0 for tests.',
      ...publishedAs('integer', { format: 'int64', minimum: 0, maximum: 999_999_999_999_999 }),
    }),
  ),
  type: textInQuery('Only tries of events of this type.'),
  ...pageQuery(attemptList),
});
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;

export const exampleWebhook = {
  id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77',
  url: 'https://example.com/doorway',
  types: ['supplierinvoice.approved', 'supplierinvoice.rejected'],
  partnerId: null,
  partner: null,
  createdAt: '2026-11-15T08:30:00.000Z',
  formerSecretUntil: null,
  state: 'on',
  switchedOffAt: null,
  switchedOffFor: null,
  failingSince: null,
  tries: 0,
  nextTryAt: null,
  deliveredAt: '2026-11-15T09:12:00.000Z',
  position: 1042,
  behind: 0,
  behindAtLeast: false,
  holding: null,
};

export const exampleDelivery = {
  id: '019a7c3f-2222-7d52-8a90-3e6c1f2b4d77',
  seq: 1042,
  eventId: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
  type: 'supplierinvoice.approved',
  at: '2026-11-15T09:12:00.000Z',
  tookMs: 84,
  outcome: 'delivered',
  status: 204,
  error: null,
  answer: '',
  askedBy: null,
};

export const examplePayload =
  '{"id":"019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88","seq":1042,"type":"supplierinvoice.approved","timestamp":"2026-11-15T09:12:00.000Z","data":{"supplierInvoiceId":"019a7c3e-0000-7c11-9d43-5b1f0a6e2c88","externalReferenceId":"scan-4711","supplierNumber":"1042"}}';

export const webhookSchemas = [
  WebhookForm,
  WebhookPatch,
  Webhook,
  pageOf(Type.Ref('WebhookRow'), { $id: 'WebhookRows', description: 'The endpoints.' }),
  IssuedWebhook,
  WebhookSecret,
  WebhookDelivery,
  pageOf(Type.Ref('WebhookDeliveryRow'), { $id: 'WebhookDeliveryRows', description: 'A page of tries.' }),
  WebhookDeliveryDetail,
  ResendForm,
  Resent,
  SkipForm,
];
