import Type, { type Static } from 'typebox';

export const SupplierInvoiceReceipt = Type.Object(
  {
    receipt: Type.String({
      description:
        'A compact JWS, signed with EdDSA (Ed25519) by the key that its header names as kid. The public keys are at /.well-known/jwks.json. Its payload has iss (this service), sub (the id of the invoice), aud (the id of the partner), iat, operation, externalReferenceId, receivedAt (epoch milliseconds) and sha256 (of the bytes of the body, in hexadecimal digits).',
    }),
  },
  { $id: 'SupplierInvoiceReceipt', description: 'Proof that the service received an invoice, and when.' },
);
export type SupplierInvoiceReceipt = Static<typeof SupplierInvoiceReceipt>;
