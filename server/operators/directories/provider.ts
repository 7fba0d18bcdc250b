import { createRemoteJWKSet, customFetch as keysFetch, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import type { Claims } from './rules.ts';
import { ApiError, unauthorized, unavailable } from '../../errors/errors.ts';

/** What the service is to a directory. */
export interface DirectoryClient {
  issuer: string;
  clientId: string;
  secret: string | undefined;
  scopes: string;
}

/** What a sign-in keeps until the directory has answered. */
export interface BegunSignIn {
  nonce: string;
  verifier: string;
}

export interface DirectoryAnswer {
  code: string;
  state: string;
  iss?: string | undefined;
}

/** The directory must have asked the person again for who they are. */
const freshSeconds = 300;
const clockToleranceSeconds = 60;
const metadataMaxAgeMs = 3_600_000;
const timeoutSeconds = 10;
const maxAnswerBytes = 1024 * 1024;
const maxKnown = 100;
/** An unknown key makes the service read the keys again, at most this often. A logout that is refused is not repeated. */
const keysCooldownMs = 1_000;
/** A logout token is for now. */
const logoutTokenSeconds = 300;

/** Without those that share a secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

export interface Directories {
  /** The address of the directory to which the browser goes. */
  begin(
    client: DirectoryClient,
    request: { redirectUri: string; state: string; isProof: boolean } & BegunSignIn,
  ): Promise<string>;
  /** Verifies the answer, and returns what the directory says about the person. */
  finish(
    client: DirectoryClient,
    request: { redirectUri: string; answer: DirectoryAnswer; isProof: boolean } & BegunSignIn,
    wanted: readonly string[] | 'all',
  ): Promise<Claims & { sub: string }>;
  /** Verifies a logout token. */
  readLogout(client: DirectoryClient, token: string): Promise<JWTPayload>;
}

interface Known {
  server: oidc.ServerMetadata;
  keys: JWTVerifyGetKey | undefined;
  readAt: number;
}

/** Reports failures of the connection, which are no faults of the answer. */
interface Connection {
  failed: boolean;
}

/** The metadata of each directory is kept for an hour; keys of ID tokens are read at every sign-in. */
export function createDirectories(note: (error: unknown, issuer: string) => void): Directories {
  const known = new Map<string, Known>();

  async function metadataOf({ issuer }: DirectoryClient, connection: Connection): Promise<Known> {
    const before = known.get(issuer);
    const now = performance.now();
    if (before !== undefined && now - before.readAt < metadataMaxAgeMs) return before;
    const found = await oidc.discovery(new URL(issuer), 'doorway', {}, oidc.None(), {
      timeout: timeoutSeconds,
      [oidc.customFetch]: fetchFor(connection),
      execute: insecure(issuer),
    });
    const server = found.serverMetadata();
    const keys =
      server.jwks_uri === undefined
        ? undefined
        : createRemoteJWKSet(new URL(server.jwks_uri), {
            cooldownDuration: keysCooldownMs,
            [keysFetch]: fetchFor({ failed: false }) as typeof fetch,
          });
    const made = { server: { ...server }, keys, readAt: now };
    known.set(issuer, made);
    if (known.size > maxKnown) for (const oldest of known.keys()) if (known.delete(oldest)) break;
    return made;
  }

  async function configurationOf(client: DirectoryClient, connection: Connection): Promise<oidc.Configuration> {
    const { server } = await metadataOf(client, connection);
    const { clientId, secret, issuer } = client;
    const configuration = new oidc.Configuration(
      server,
      clientId,
      { [oidc.clockTolerance]: clockToleranceSeconds },
      authenticationOf(secret, server),
    );
    configuration.timeout = timeoutSeconds;
    configuration[oidc.customFetch] = fetchFor(connection);
    for (const allow of insecure(issuer)) allow(configuration);
    // A token that came over TLS is trusted without its signature otherwise.
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  async function asking<Result>(
    { issuer }: DirectoryClient,
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    const connection: Connection = { failed: false };
    try {
      return await work(connection);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      note(error, issuer);
      throw connection.failed
        ? unavailable('directory.unavailable', {})
        : unauthorized('directory.refused', { why: 'answer' });
    }
  }

  return {
    begin: (client, { redirectUri, state, nonce, verifier, isProof }) =>
      asking(client, async (connection) => {
        const configuration = await configurationOf(client, connection).catch((error: unknown) => {
          connection.failed = true;
          throw error;
        });
        const address = oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: client.scopes,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(isProof && { prompt: 'login', max_age: String(freshSeconds) }),
        });
        return address.href;
      }),

    finish: (client, { redirectUri, answer, nonce, verifier, isProof }, wanted) =>
      asking(client, async (connection) => {
        const configuration = await configurationOf(client, connection);
        const address = new URL(redirectUri);
        const { code, state, iss } = answer;
        address.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
        const tokens = await oidc.authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(isProof && { maxAge: freshSeconds }),
        });
        const claims = tokens.claims() as Claims & { sub: string };
        const isMissing = (name: string) => !Object.hasOwn(claims, name.split('.')[0] as string);
        const asksMore = wanted === 'all' || wanted.some(isMissing);
        if (!asksMore || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
        // Some directories put the groups and the e-mail address there only. The ID token is signed, so it counts first.
        const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        return { ...more, ...claims };
      }),

    readLogout: (client, token) =>
      asking(client, async (connection) => {
        const { keys } = await metadataOf(client, connection);
        if (keys === undefined) throw new Error('the directory publishes no keys');
        const { issuer, clientId } = client;
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience: clientId,
          algorithms,
          clockTolerance: clockToleranceSeconds,
          maxTokenAge: logoutTokenSeconds,
          requiredClaims: ['iat', 'jti', 'events'],
        });
        const events: unknown = payload['events'];
        const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);
        if (!isLogout || Object.hasOwn(payload, 'nonce')) throw new Error('not a logout token');
        return payload;
      }),
  };
}

/** For directories on this machine; `isIssuer` allows no others. */
const insecure = (issuer: string) => (issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []);

/** The standard's default is Basic. */
function authenticationOf(
  secret: string | undefined,
  { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] }: oidc.ServerMetadata,
): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  return supported.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

/** Follows no redirect, and reads a bounded answer. */
const fetchFor =
  (connection: Connection) =>
  async (address: string, { method, headers, body, signal }: oidc.CustomFetchOptions): Promise<Response> => {
    try {
      const response = await fetch(address, {
        method,
        headers: headers as Record<string, string>,
        body: (body ?? null) as NonNullable<RequestInit['body']> | null,
        signal: signal ?? AbortSignal.timeout(timeoutSeconds * 1000),
        redirect: 'manual',
      });
      const bytes = await readBounded(response);
      if (response.status >= 500) connection.failed = true;
      const hasBody = ![101, 204, 205, 304].includes(response.status);
      return new Response(hasBody ? bytes : null, { status: response.status, headers: response.headers });
    } catch (error) {
      connection.failed = true;
      throw error;
    }
  };

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new Error('the answer of the directory is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
