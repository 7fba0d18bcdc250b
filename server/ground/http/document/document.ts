import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { publish, type Document } from './publish.ts';

export const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

/** The base path stands here, and so in no path: a client puts the one before the other. */
export const serversAt = (root: string) => [{ url: root || '/', description: 'This service.' }];

export const sharedOptions: FastifyDynamicSwaggerOptions = {
  stripBasePath: true,
  refResolver: {
    buildLocalReference: (json, _base, _fragment, at) => (typeof json.$id === 'string' ? json.$id : `def-${at}`),
  },
  transformObject: (document) =>
    'openapiObject' in document ? publish(document.openapiObject as Document) : document.swaggerObject,
};
