import type { TSchema } from 'typebox';
import { partnerEventTypes, type PartnerEventType } from '../../common/events.ts';
import { eventNames } from '../../common/names/events.ts';
import { catalogue } from '../events/catalogue.ts';
import { partnerFields } from './payload.ts';

interface ObjectSchema {
  anyOf?: ObjectSchema[];
  properties?: Record<string, TSchema>;
  required?: string[];
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const headers = [
  header('webhook-id', 'The event’s id. A repeat has the same one.'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
  header('webhook-signature', 'Signatures of id, time and body, as Standard Webhooks defines them.'),
];

/** A field that the company always has, but a partner not always. */
const notAlways: Partial<Record<PartnerEventType, string>> = { 'supplierinvoice.dismissed': 'reason' };

/** Findings come without parameters. */
function forPartner(schema: TSchema = {}): object {
  const { items } = schema as { items?: ObjectSchema };
  if (items?.properties?.parameters === undefined) return schema;
  const { parameters: _parameters, ...properties } = items.properties;
  return {
    ...schema,
    items: { ...items, properties, required: items.required?.filter((name) => name !== 'parameters') },
  };
}

/** A field that some variants of the event lack is optional. */
function dataOf(type: PartnerEventType): object {
  const payload = catalogue[type].payload as ObjectSchema;
  const variants = payload.anyOf ?? [payload];
  const names: readonly string[] = partnerFields[type];
  return {
    type: 'object',
    description: 'The record that it is about, by your reference and the service’s id. More fields may be added.',
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        forPartner(variants.find(({ properties }) => properties?.[name])?.properties?.[name]),
      ]),
    ),
    required: names.filter(
      (name) => name !== notAlways[type] && variants.every(({ required }) => required?.includes(name)),
    ),
  };
}

const payloadOf = (type: PartnerEventType) => ({
  type: 'object',
  description: 'The message.',
  properties: {
    id: { type: 'string', format: 'uuid', description: 'The event’s id, also in webhook-id.' },
    seq: {
      type: 'integer',
      format: 'int64',
      description: 'The event’s number. Numbers rise; those of events that are not yours are left out.',
    },
    type: { type: 'string', enum: [type], description: 'What happened.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    data: dataOf(type),
  },
  required: ['id', 'seq', 'type', 'timestamp', 'data'],
});

/** The messages that partners' endpoints receive, for the `webhooks` of the partner document. */
export const partnerWebhooks = (): Record<string, object> =>
  Object.fromEntries(
    partnerEventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `on${type.replaceAll(/(?:^|\.)([a-z])/g, (_match, letter: string) => letter.toUpperCase())}`,
          // A generator makes one class of a tag: in that of operations, the messages would replace the operations.
          tags: ['Webhook messages'],
          summary: eventNames.en[type],
          description:
            'Sent to the endpoint that the company created for you, or you yourself. Answer with a 2xx; after anything else it is sent again.',
          security: [],
          parameters: headers,
          requestBody: { required: true, content: { 'application/json': { schema: payloadOf(type) } } },
          responses: { '2XX': { description: 'The message was received.' } },
        },
      },
    ]),
  );
