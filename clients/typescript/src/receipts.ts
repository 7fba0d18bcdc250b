import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
/** A key of the service's JWK Set. */
export type ReceiptKey = JsonWebKey & { kid?: string };

export interface Receipt {
  supplierInvoiceId: string;
  externalReferenceId: string;
  partnerId: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** The SHA-256 of the bytes that the service received. */
  sha256: string;
  isSandbox: boolean;
}

export interface ReceiptOptions {
  /** The address of the service, as `issuer` in its OAuth metadata. */
  issuer: string;
  /** `partner.id` of `me()`. */
  partnerId: string;
  /** The SHA-256 of the bytes you sent, as the call that created the invoice returned it; or the bytes themselves. */
  sent: { sha256: string } | { body: string | Uint8Array };
  /** The `keys` of `/.well-known/jwks.json`. */
  keys: readonly ReceiptKey[];
  /** True for a receipt of a sandbox, where nothing is real. Each kind is refused as the other. */
  isSandbox?: boolean;
}

/** It is not signed by the service, or it is a receipt of something else. */
export class ReceiptVerificationError extends Error {
  override name = 'ReceiptVerificationError';
}

const must = (isTrue: boolean, message: string) => {
  if (!isTrue) throw new ReceiptVerificationError(message);
};

/** The id of the key that signed a receipt. */
export const keyIdOf = (receipt: string): unknown => partOf(receipt.trim().split('.', 1)[0] ?? '')['kid'];

/** Checks a receipt without asking the service, and returns what it says. Throws if it does not prove what you sent. */
export function verifyReceipt(receipt: string, options: ReceiptOptions): Receipt {
  const { issuer, partnerId, sent, keys, isSandbox = false } = options;
  const [head = '', payload = '', signature = '', ...more] = receipt.trim().split('.');
  const { alg, kid } = partOf(head);
  must(alg === 'EdDSA' && more.length === 0, 'The receipt is no compact JWS that is signed with EdDSA.');
  const key = keys.find((one) => one.kid === kid && one.kty === 'OKP' && one['crv'] === 'Ed25519');
  must(key !== undefined, `None of the keys is ${JSON.stringify(kid)}, which signed the receipt.`);
  const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
  const isSigned = verify(null, Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(signature, 'base64url'));
  must(isSigned, 'The signature of the receipt is not valid.');
  const claims = partOf(payload);
  must(claims['iss'] === issuer, `The receipt is of ${String(claims['iss'])}, not of ${issuer}.`);
  must(claims['aud'] === partnerId, 'The receipt is genuine, but it is of another partner.');
  must(claims['operation'] === 'createSupplierInvoice', 'The receipt is genuine, but it is of no invoice.');
  const isOfSandbox = claims['sandbox'] !== undefined;
  must(isOfSandbox === isSandbox, `The receipt is genuine, but it is of ${isOfSandbox ? 'a' : 'no'} sandbox.`);
  const sha256 = 'sha256' in sent ? sent.sha256 : createHash('sha256').update(sent.body).digest('hex');
  must(claims['sha256'] === sha256, 'The receipt is genuine, but it is of other bytes.');
  return {
    supplierInvoiceId: String(claims['sub']),
    externalReferenceId: String(claims['externalReferenceId']),
    partnerId,
    receivedAt: Number(claims['receivedAt']),
    sha256,
    isSandbox,
  };
}

function partOf(text: string): Record<string, unknown> {
  try {
    const part: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (typeof part === 'object' && part !== null) return part as Record<string, unknown>;
  } catch {
    // Below.
  }
  throw new ReceiptVerificationError('The receipt is no compact JWS.');
}
