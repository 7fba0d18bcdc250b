import { randomBytes } from 'node:crypto';
import type { Passkey } from './store.ts';

/** The site that passkeys are for. Browsers offer a passkey to no other one. */
export interface Site {
  /** A host without its port. */
  host: string;
  isOrigin(origin: string): boolean;
}

/** Without PUBLIC_URL passkeys work on the machine itself only, on any port. */
export function siteOf(publicUrl: string | undefined): Site {
  if (publicUrl === undefined)
    return {
      host: 'localhost',
      isOrigin: (origin) => URL.canParse(origin) && new URL(origin).hostname === 'localhost',
    };
  const { hostname, origin: own } = new URL(publicUrl);
  return { host: hostname, isOrigin: (origin) => origin === own };
}

/** What a browser answers to a challenge, in base64url. */
export interface Assertion {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string | undefined;
}

export interface Attestation {
  id: string;
  clientDataJSON: string;
  attestationObject: string;
  transports?: string[] | undefined;
}

export const newChallenge = (): string => randomBytes(32).toString('base64url');

export const timeoutMs = 5 * 60_000;
const type = 'public-key' as const;

const described = ({ credentialId: id, transports }: Passkey) => ({ id, type, ...(transports && { transports }) });

/** Options for the browser. Without passkeys it offers all that it has for this site. */
export const requestOptions = ({ host }: Site, challenge: string, passkeys: readonly Passkey[] = []) => ({
  challenge,
  rpId: host,
  timeout: timeoutMs,
  userVerification: 'required' as const,
  allowCredentials: passkeys.map(described),
});

interface PasskeyOwner {
  id: string;
  email: string;
  name: string;
}

export const handleOf = (operatorId: string): string => Buffer.from(operatorId).toString('base64url');

/** ES256, EdDSA and RS256, which all authenticators together know. */
const algorithms = [-7, -8, -257];

export const creationOptions = (
  { host }: Site,
  challenge: string,
  { id, email, name }: PasskeyOwner,
  present: readonly Passkey[],
) => ({
  challenge,
  rp: { id: host, name: 'Doorway' },
  user: { id: handleOf(id), name: email, displayName: name },
  pubKeyCredParams: algorithms.map((alg) => ({ type, alg })),
  timeout: timeoutMs,
  excludeCredentials: present.map(described),
  authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
  attestation: 'none' as const,
});

/** Undefined if the browser answered for another site. */
function ownOrigin(site: Site, clientDataJSON: string): string | undefined {
  try {
    const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { origin?: unknown };
    return typeof origin === 'string' && site.isOrigin(origin) ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** Most processes and commands never need it. */
const library = () => import('@simplewebauthn/server');

/** The passkey's new counter; undefined if the assertion is not valid. It throws nothing: the input is anybody's. */
export async function verifyAssertion(
  site: Site,
  challenge: string,
  { credentialId, publicKey, counter }: Passkey,
  { id, userHandle, clientDataJSON, authenticatorData, signature }: Assertion,
): Promise<number | undefined> {
  const origin = ownOrigin(site, clientDataJSON);
  if (origin === undefined) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: site.host,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => undefined);
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}

/** Undefined if the attestation is not valid. */
export async function verifyAttestation(
  site: Site,
  challenge: string,
  { id, transports, clientDataJSON, attestationObject }: Attestation,
): Promise<Omit<Passkey, 'id' | 'operatorId'> | undefined> {
  const origin = ownOrigin(site, clientDataJSON);
  if (origin === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (verified?.verified !== true) return undefined;
  const { credential } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transports ?? null,
  };
}
