import Type, { type Static } from 'typebox';
import { attemptList, endpointOrder } from './queries.ts';
import { attemptErrors } from '../attempt.ts';
import { partnerEventTypes, type EventType } from '../../../common/events.ts';
import { inPagesOnly, pageOf, pageQuery } from '../../desk/lists.ts';
import { textInQuery, time, timeOrNull } from '../../desk/requests.ts';
import { catalogue } from '../../events/catalogue.ts';
import { published } from '../../ground/http/document/publish.ts';
import { count, flag, form, named, oneOf, text, textOrNull, numberInQuery } from '../../ground/http/document/fields.ts';

const url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description:
    'The address that receives the events: https, without a user name, a password or a fragment. Its name must lead to addresses of the public internet only, and its port must not be one that the Fetch standard blocks.',
  examples: ['https://example.com/doorway'],
});

const types = Type.Unsafe<EventType[]>({
  type: 'array',
  items: { type: 'string', enum: Object.keys(catalogue) },
  maxItems: 100,
  uniqueItems: true,
  description: `Types of events that it receives; none means all. A partner’s endpoint receives only ${partnerEventTypes.join(', ')}.`,
  examples: [['supplierinvoice.approved', 'supplierinvoice.rejected']],
});

const since = (description: string) =>
  Type.Integer({ format: 'int64', minimum: 1, maximum: 999_999_999_999_999, description });

export const WebhookForm = form('WebhookForm', 'A new endpoint.', {
  url,
  types: Type.Optional(types),
  partnerId: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description:
        'The partner whose system it is. It receives only events about that partner’s records. Without it, it is a system of the company.',
    }),
  ),
  since: Type.Optional(
    since('The number of the first event that it receives. Without it, it begins with the next event.'),
  ),
});
export type WebhookForm = Static<typeof WebhookForm>;

export const WebhookPatch = form(
  'WebhookPatch',
  'Fields to change. Those that are left out stay as they are.',
  {
    url: Type.Optional(url),
    types: Type.Optional(types),
    on: Type.Optional(
      flag(
        'Whether events are sent to it. Switched on again, it continues where it stopped, with the first try at once.',
      ),
    ),
  },
  { on: true },
);
export type WebhookPatch = Static<typeof WebhookPatch>;

/** Marks a field that only administrators see. */
const confidential = Type.Optional;

export const Webhook = named(
  'WebhookRow',
  'An endpoint, and its state. Administrators see all fields, other operators only those that are always there. Its secret is shown once, when it is created.',
  {
    id: text('The endpoint’s id.'),
    url: confidential(url),
    types: confidential(types),
    partnerId: textOrNull('The partner about whose records it receives events; null for a system of the company.'),
    partner: textOrNull('The name of that partner; null for a system of the company.'),
    createdAt: confidential(time('When it was created.')),
    formerSecretUntil: confidential(
      timeOrNull('Until when the former secret also signs; null if the secret was not changed in the last 24 hours.'),
    ),
    state: oneOf(
      ['on', 'failing', 'off'],
      'on: events are sent as they come. failing: the last try failed, and there will be others. off: nothing is sent.',
    ),
    switchedOffAt: timeOrNull('When it was switched off; null if it is on.'),
    switchedOffFor: Type.Unsafe<'operator' | 'partner' | 'gone' | 'failing' | null>({
      type: ['string', 'null'],
      enum: ['operator', 'partner', 'gone', 'failing', null],
      description:
        'Why it is off: an operator did it, its partner paused it (partner), it answered 410 (gone), or it failed for three days (failing). null if it is on.',
      examples: [null],
    }),
    failingSince: timeOrNull('The time of the first of the latest failed tries; null if the last try did not fail.'),
    tries: confidential(count('Number of failed tries of the next event.', 0)),
    nextTryAt: confidential(timeOrNull('When it is tried again; null if the last try did not fail.')),
    deliveredAt: confidential(timeOrNull('When the last event was delivered; null if none was.')),
    position: confidential(
      Type.Integer({
        format: 'int64',
        description: 'The number of the last event that it received, or that is not for it.',
        examples: [1042],
      }),
    ),
    behind: confidential(count('Number of events that wait for it, among the next 10,000.', 0)),
    behindAtLeast: confidential(
      flag(inPagesOnly('Whether there are events after those 10,000, which may wait for it as well.')),
    ),
    holding: confidential(
      Type.Unsafe<{ seq: number; type: string } | null>({
        type: ['object', 'null'],
        properties: {
          seq: { type: 'integer', description: 'Its number.' },
          type: { type: 'string', description: 'Its type.' },
        },
        required: ['seq', 'type'],
        description: inPagesOnly('The event whose tries failed and that holds back the others; null if there is none.'),
      }),
    ),
  },
);

export const WebhookRows = pageOf('WebhookRows', 'WebhookRow', 'The endpoints.');

const secret = (description: string) => text(description, 'whsec_…');

export const IssuedWebhook = named('IssuedWebhook', 'A new endpoint.', {
  id: text('The endpoint’s id.'),
  secret: secret('The receiver checks signatures with it. It is shown only this once.'),
});

export const WebhookSecret = named('WebhookSecret', 'A new secret. The former one also signs for 24 hours.', {
  secret: secret('The new secret. It is shown only this once.'),
});

const delivery = {
  id: text('The attempt’s id.'),
  seq: Type.Integer({ format: 'int64', description: 'The number of the event; 0 for a test.', examples: [1042] }),
  eventId: text('The id of the event, which all attempts at it share.'),
  type: text('The type of the event; webhook.test for a test.', 'supplierinvoice.approved'),
  at: time('When the attempt was made.'),
  tookMs: count('How long it took, in milliseconds.', 84),
  outcome: oneOf(['delivered', 'failed'], 'delivered if the answer was 2xx, otherwise failed.'),
  status: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The status of the answer; null if no answer came.',
    examples: [204],
  }),
  error: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...attemptErrors, null],
    description:
      'Why it failed: dns (the name has no address), address (it leads inside a network), port (the Fetch standard blocks the port), connection (nothing answers there), tls (the certificate is not valid), timeout (no complete answer in time, which is within 15 seconds), broken (the connection broke off), redirect (3xx, which is not followed), status (any other answer that is not 2xx), secret (the service has lost the key that opens the endpoint’s secret, so make a new secret). null if it was delivered.',
    examples: [null],
  }),
  answer: textOrNull(inPagesOnly('The first 1,024 bytes of the answer; null if none came.')),
  askedBy: textOrNull('The operator or the partner who sent it by hand; null if the service sent it.'),
};

export const WebhookDeliveryRow = named('WebhookDeliveryRow', 'An attempt to send an event.', delivery);

export const WebhookDeliveryRows = pageOf('WebhookDeliveryRows', 'WebhookDeliveryRow', 'A page of attempts.');

export const WebhookDelivery = named('WebhookDelivery', 'An attempt to send an event, with its payload.', {
  ...delivery,
  payload: textOrNull('The body of the message; null if the event is no longer stored.'),
});

export const ResendForm = Type.Object(
  {
    seq: Type.Optional(since('The number of one event, which is sent at once.')),
    since: Type.Optional(since('All events from this number on are sent again, in order.')),
  },
  {
    ...published({ additionalProperties: false, minProperties: 1, maxProperties: 1 }),
    $id: 'WebhookResend',
    description: 'The events to send again: exactly one of both fields.',
    examples: [{ seq: 1042 }],
  },
);
export type ResendForm = Static<typeof ResendForm>;

export const Resent = named(
  'WebhookResent',
  'The endpoint, and the attempt to send one event. With since there is no attempt yet.',
  {
    webhook: Type.Ref('WebhookRow'),
    delivery: Type.Optional(Type.Ref('WebhookDelivery')),
  },
);

export const SkipForm = form(
  'WebhookSkip',
  'The event to pass over.',
  {
    seq: Type.Optional(
      since('The number of the event to pass over. If another event holds back the others by now, the answer is 409.'),
    ),
  },
  { seq: 1042 },
);
export type SkipForm = Static<typeof SkipForm>;

export const WebhooksQuery = Type.Object({
  partner: textInQuery('Only those of this partner: its id or its whole name.'),
  ...pageQuery(endpointOrder),
});
export type WebhooksQuery = Static<typeof WebhooksQuery>;

export const DeliveriesQuery = Type.Object({
  outcome: Type.Optional(oneOf(['delivered', 'failed'], 'Only attempts with this outcome.')),
  seq: numberInQuery('^[0-9]{1,15}$', 'Only attempts at the event with this number; 0 for tests.', {
    format: 'int64',
    minimum: 0,
    maximum: 999_999_999_999_999,
  }),
  type: textInQuery('Only attempts at events of this type.'),
  ...pageQuery(attemptList),
});
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;
