import Type, { type Static } from 'typebox';
import { attemptErrors } from '../attempt.ts';
import { partnerEventTypes, type PartnerEventType } from '../../../common/events.ts';
import { pageLimit, time } from '../../door/reading.ts';
import { messageOnly } from '../../door/shapes.ts';
import { arrayOf, count, named, oneOf, text } from '../../ground/http/document/fields.ts';
import { published } from '../../ground/http/document/publish.ts';

const seq = (description: string) =>
  Type.Integer({ format: 'int64', minimum: 1, maximum: 999_999_999_999_999, description, examples: [1042] });

export const exampleId = '019a7c3e-9b20-7d44-8a51-3c2e1f0d9b87';
const id = (description: string) => Type.String({ format: 'uuid', description, examples: [exampleId] });

export const exampleForm = { url: 'https://example.com/doorway', types: ['supplierinvoice.rejected'] };

const url = {
  minLength: 1,
  maxLength: 2_000,
  description:
    'The address that receives the events: https, without a user name, a password or a fragment. Its name must lead to addresses of the public internet only.',
  ...published({ pattern: String.raw`^\s*[Hh][Tt][Tt][Pp][Ss]?://[^\x00#]+$` }),
};

const types = (description: string) =>
  Type.Optional(
    Type.Unsafe<PartnerEventType[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', enum: [...partnerEventTypes] },
      maxItems: 100,
      description: `Types of events that it receives. ${description} Types that are added later are not among them.`,
    }),
  );

export const OwnWebhookForm = Type.Object(
  { url: Type.String(url), types: types('Without it, all that this token may read.') },
  { $id: 'OwnWebhookForm', description: 'A new endpoint of this partner.', examples: [exampleForm] },
);
export type OwnWebhookForm = Static<typeof OwnWebhookForm>;

export const OwnWebhookPatch = Type.Object(
  {
    url: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], ...url })),
    types: types('An empty list means all that this token may read.'),
  },
  {
    $id: 'OwnWebhookPatch',
    description: 'The fields of an endpoint to change. Those that are left out or null stay as they are.',
    examples: [{ url: 'https://example.com/other' }],
  },
);
export type OwnWebhookPatch = Static<typeof OwnWebhookPatch>;

const secret = text('It checks signatures. It is shown only this once.', 'whsec_…');
const message = text('The outcome, for a person.');

export const OwnWebhookCreated = named('OwnWebhookCreated', 'The endpoint was created.', {
  id: id('The endpoint’s id.'),
  secret,
  message,
});
export const OwnWebhookSecret = named('OwnWebhookSecret', 'A new secret. For 24 hours the former one signs, too.', {
  secret,
  message,
});
export const OwnWebhookChanged = messageOnly('OwnWebhookChanged', 'The endpoint was changed.');

export const OwnWebhook = named('OwnWebhook', 'An endpoint of this partner. A field without a value is left out.', {
  id: id('The endpoint’s id.'),
  url: text('Its address.', exampleForm.url),
  types: arrayOf(
    Type.String(),
    'The types of events that it receives; none means all for partners.',
    exampleForm.types,
  ),
  state: oneOf(
    ['on', 'failing', 'off'],
    'on: events are sent as they come. failing: the last try failed, and there will be others. off: nothing is sent.',
  ),
  tries: count('Number of failed tries of the next event.', 0),
  createdAt: time('When it was created.'),
  formerSecretUntil: Type.Optional(time('Until when the former secret signs, too.')),
  switchedOffAt: Type.Optional(time('Since when it is off.')),
  switchedOffFor: Type.Optional(
    oneOf(
      ['partner', 'company', 'gone', 'failing'],
      'Why it is off: this partner paused it, the company switched it off, it answered 410 (gone), or it failed for three days.',
    ),
  ),
  failingSince: Type.Optional(time('The first of the latest failed tries.')),
  nextTryAt: Type.Optional(time('When it is tried again.')),
  deliveredAt: Type.Optional(time('When the last event was delivered.')),
});

export const exampleWebhook = {
  id: exampleId,
  ...exampleForm,
  state: 'on',
  tries: 0,
  createdAt: 1_763_114_400_000,
};

export const OwnWebhooks = named('OwnWebhooks', 'The endpoints of this partner.', {
  webhooks: arrayOf(Type.Ref('OwnWebhook'), 'The endpoints, oldest first.'),
});

export const OwnDelivery = named('OwnDelivery', 'An attempt to send an event. A field without a value is left out.', {
  id: id('The attempt’s id.'),
  seq: count('The number of the event; 0 for a test.', 1042),
  eventId: id('The id of the event, which all attempts at it share.'),
  type: text('The type of the event; webhook.test for a test.', 'supplierinvoice.rejected'),
  at: time('When the attempt was made.'),
  tookMs: count('How long it took, in milliseconds.', 84),
  outcome: oneOf(['delivered', 'failed'], 'delivered if the answer was 2xx, otherwise failed.'),
  status: Type.Optional(count('The status of the answer, if there was one.', 204)),
  error: Type.Optional(
    oneOf(
      attemptErrors,
      'Why it failed: dns, address (it leads inside a network), port, connection, tls, timeout, broken, redirect, status (an answer that is not 2xx), or secret (make a new one).',
    ),
  ),
});

export const exampleDelivery = {
  id: exampleId,
  seq: 1042,
  eventId: exampleId,
  type: 'supplierinvoice.rejected',
  at: 1_763_114_400_000,
  tookMs: 84,
  outcome: 'delivered',
  status: 204,
};

export const OwnDeliveries = named('OwnDeliveries', 'Attempts to send events to an endpoint.', {
  deliveries: arrayOf(Type.Ref('OwnDelivery'), 'The attempts, newest first.'),
  next: Type.Optional(text('Send it as after to get older attempts. It is absent on the last page.')),
});

export const DeliveriesQuery = Type.Object({
  limit: pageLimit('The maximum number of attempts in a page, from 1 to 1000. The default is 100.'),
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'The next of the page before, for older attempts.' }),
  ),
});

export const OwnResend = Type.Object(
  { seq: seq('The number of the event.') },
  { $id: 'OwnResend', description: 'An event to send again.', examples: [{ seq: 1042 }] },
);
export type OwnResend = Static<typeof OwnResend>;

export const ownWebhookSchemas = [
  OwnWebhookForm,
  OwnWebhookPatch,
  OwnWebhookCreated,
  OwnWebhookSecret,
  OwnWebhookChanged,
  OwnWebhook,
  OwnWebhooks,
  OwnDelivery,
  OwnDeliveries,
  OwnResend,
];
