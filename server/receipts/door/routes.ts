import type { FastifyInstance } from 'fastify';
import { readReceipt } from './actions.ts';
import { SupplierInvoiceReceipt } from './schemas.ts';
import type { Deps } from '../../deps.ts';
import type { Door } from '../../door/door.ts';
import { issuerOf } from '../../door/issuer.ts';
import { operation } from '../../door/operation.ts';
import { recordUnknown } from '../../door/shapes.ts';
import { createSigner } from '../keys.ts';

const readOne = operation({
  id: 'readSupplierInvoiceReceipt',
  method: 'GET',
  path: '/supplierinvoices/supplierinvoices/:id/receipt',
  scope: 'supplierinvoices:read',
  includedIn: ['supplierinvoices:write'],
  summary: 'Read the receipt of a supplier invoice',
  description:
    'Answers a signed receipt for an invoice that this partner has sent: it proves that the service received these bytes, and when. Anybody can verify it with the public keys at /.well-known/jwks.json and a JOSE library, without asking the service again.',
  parameters: {
    id: {
      description: 'The id that the service gave the invoice.',
      examples: ['019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88'],
    },
  },
  answer: SupplierInvoiceReceipt,
  answerDescription: 'The receipt.',
  example: {
    receipt:
      'eyJhbGciOiJFZERTQSIsImtpZCI6IuKApiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJodHRwczovL2Rvb3J3YXkuZXhhbXBsZS5jb20ifQ.c2lnbmF0dXJl',
  },
  otherAnswers: { 404: recordUnknown('supplier invoice') },
  handler: ({ pool, sealingKeys, config }, app) => {
    const signer = createSigner(pool, sealingKeys);
    return ({ partner, params }) => readReceipt(pool, signer, partner, params.id, issuerOf(app, config));
  },
});

export const receiptsDoor: Door = {
  tag: { name: 'Supplier invoices' },
  scopes: {},
  schemas: [SupplierInvoiceReceipt],
  operations: [readOne],
};

/** In seconds. Shorter than the time that a new key is published before it signs. */
const maxAgeSeconds = 30;

export function jwksRoute(app: FastifyInstance, { pool, sealingKeys, config }: Deps): void {
  const signer = createSigner(pool, sealingKeys);
  app.get(
    `${config.basePath}/.well-known/jwks.json`,
    { config: { operation: 'jwks', public: true, publicRate: 'often' }, schema: { hide: true } },
    async (_request, reply) => {
      const keys = await signer.publicKeys();
      return reply.header('cache-control', `public, max-age=${maxAgeSeconds}`).send({ keys });
    },
  );
}
