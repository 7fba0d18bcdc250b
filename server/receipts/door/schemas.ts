import type { Static } from 'typebox';
import { named, text } from '../../ground/http/document/fields.ts';

export const SupplierInvoiceReceipt = named(
  'SupplierInvoiceReceipt',
  'Proof that the service received an invoice, and when.',
  {
    receipt: text(
      'A compact JWS, signed with EdDSA (Ed25519) by the key that its header names as kid. The public keys are at /.well-known/jwks.json. Its payload has iss (this service), sub (the id of the invoice), aud (the id of the partner), iat, operation, externalReferenceId, receivedAt (epoch milliseconds) and sha256 (of the bytes of the body, in hexadecimal digits).',
    ),
  },
);
export type SupplierInvoiceReceipt = Static<typeof SupplierInvoiceReceipt>;
