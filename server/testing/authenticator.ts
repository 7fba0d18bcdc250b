import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Answer } from './door.ts';
import type { SignedIn } from './operator.ts';

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

/** A device with passkeys, as a browser offers it to one site. */
export function createAuthenticator({ host = 'localhost', origin = 'http://localhost:3000', verifies = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: 'create' | 'get', challenge: string) =>
    JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false });
  const head = (flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags | userPresent | (verifies ? userVerified : 0)]), count]);
  };

  /** The key in CBOR, as COSE has it. */
  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  return {
    create({ challenge, user }: { challenge: string; user: { id: string } }) {
      userHandle = user.id;
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([head(hasCredential), Buffer.alloc(16), length, id, coseKey()]);
      const object = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      const clientDataJSON = base64url(clientData('create', challenge));
      return { id: base64url(id), clientDataJSON, attestationObject: base64url(object), transports: ['internal'] };
    },
    get({ challenge }: { challenge: string }) {
      counter += 1;
      const [client, data] = [clientData('get', challenge), head(0)];
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: base64url(id),
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle,
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Adds a passkey to the operator's account. */
export async function withPasskey(
  operator: Pick<SignedIn, 'call'>,
  device = createAuthenticator(),
): Promise<{ device: Authenticator; added: Answer }> {
  const { body } = await operator.call('POST', '/session/factors/passkey/challenge');
  const passkey = device.create(body.passkey);
  const added = await operator.call('POST', '/session/factors/passkey', { step: body.step, name: 'The key', passkey });
  return { device, added };
}

/** Proves in the session who the operator is. */
export async function prove(operator: Pick<SignedIn, 'call'>, device: Authenticator): Promise<Answer> {
  const { body } = await operator.call('POST', '/session/proof/challenge');
  return operator.call('POST', '/session/proof', { step: body.step, passkey: device.get(body.passkey) });
}
