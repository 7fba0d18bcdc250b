import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { readReceipt } from './actions.ts';
import type { Deps, DoorDeps } from '../../deps.ts';
import { readProblems, recordUnknown, success } from '../../door/shapes.ts';
import { issuerOf } from '../../door/issuer.ts';
import { createSigner } from '../keys.ts';

const example =
  'eyJhbGciOiJFZERTQSIsImtpZCI6IuKApiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJodHRwczovL2Rvb3J3YXkuZXhhbXBsZS5jb20ifQ.c2lnbmF0dXJl';

export function receiptRoutes(app: FastifyInstance, { pool, sealingKeys, config }: DoorDeps): void {
  const signer = createSigner(pool, sealingKeys);
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/supplierinvoices/supplierinvoices/:id/receipt', {
    config: { operation: 'readSupplierInvoiceReceipt' },
    schema: {
      operationId: 'readSupplierInvoiceReceipt',
      summary: 'Read the receipt of a supplier invoice',
      description:
        'Answers a signed receipt for an invoice that this partner has sent: it proves that the service received these bytes, and when. Anybody can verify it with the public keys at /.well-known/jwks.json and a JOSE library, without asking the service again.',
      params: Type.Object({
        id: Type.String({
          description: 'The id that the service gave the invoice.',
          examples: ['019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88'],
        }),
      }),
      response: {
        200: success(Type.Ref('SupplierInvoiceReceipt'), 'The receipt.', { receipt: example }, {}),
        ...readProblems({
          description: 'The operation takes no query parameters.',
          message: 'This operation takes no query parameters.',
        }),
        404: recordUnknown('supplier invoice'),
      },
    },
    handler: (request) => readReceipt(pool, signer, request.partner, request.params.id, issuerOf(app, config)),
  });
}

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
