import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import type Provider from 'oidc-provider';
import { nowMs } from './time.ts';

/** Somebody whom a directory knows. */
export interface Account {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: readonly string[];
}

/** A real OpenID provider on a port of its own, for tests. */
export interface TestDirectory extends AsyncDisposable {
  issuer: string;
  accounts: Map<string, Account>;
  /** The address to which the provider is told to send browsers back. */
  redirectUris: string[];
  /** Changes the answer of the token endpoint. */
  tamper: ((tokens: { id_token: string }) => unknown) | undefined;
  /** Every request is answered with this status while it is set. */
  failsWith: number | undefined;
  /** Replaces the keys that sign. */
  rotate(): Promise<void>;
  /** Signs claims as the provider does, with its present key. */
  sign(claims: JWTPayload, header?: Record<string, string>): Promise<string>;
  /** Signs somebody in at the address, and returns the parameters with which the browser is sent back. */
  visit(address: string, account: string): Promise<Record<string, string>>;
}

export const clientId = 'doorway';
export const clientSecret = 'a secret of the directory, with + and %';

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: String(nowMs()) + Math.random(), alg: 'RS256', use: 'sig' };
};

export async function openDirectory(): Promise<TestDirectory> {
  const { Provider: Made } = await quietly(() => import('oidc-provider'));
  let provider: Provider | undefined;
  let key = await newKey();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = new Map<string, unknown>();

  const providerNow = () =>
    (provider ??= withTampering(
      new Made(issuer, {
        adapter: adapterOn(storage),
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: directory.redirectUris,
            grant_types: ['authorization_code'],
            response_types: ['code'],
          },
        ],
        jwks: { keys: [key] as never },
        cookies: { keys: ['test'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
        conformIdTokenClaims: false,
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_ctx, { uid }) => `/login/${uid}` },
        findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...directory.accounts.get(id) }) }),
        loadExistingGrant: async (ctx) => {
          const { client, provider: own, session, params } = ctx.oidc;
          const grant = new own.Grant({ clientId: String(client?.clientId), accountId: String(session?.accountId) });
          grant.addOIDCScope(String(params?.['scope']));
          await grant.save();
          return grant;
        },
      }),
    ));

  function withTampering(made: Provider): Provider {
    made.use(async (ctx, next) => {
      await next();
      if (ctx.path === '/token' && ctx.status === 200 && directory.tamper !== undefined)
        ctx.body = directory.tamper(ctx.body as { id_token: string });
    });
    return made;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (directory.failsWith !== undefined) return void response.writeHead(directory.failsWith).end();
    const account = /^\/login\/[\w-]+\?as=(.+)$/.exec(request.url ?? '')?.[1];
    if (account === undefined) return void quietly(() => providerNow().callback()(request, response));
    await providerNow().interactionFinished(request, response, { login: { accountId: decodeURIComponent(account) } });
  }

  const directory: TestDirectory = {
    issuer,
    accounts: new Map(),
    redirectUris: [],
    tamper: undefined,
    failsWith: undefined,
    rotate: async () => {
      key = await newKey();
      provider = undefined;
    },
    sign: async (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: String(key.kid), ...header })
        .sign(await importJWK(key)),
    visit: async (address, account) => {
      const cookies = new Map<string, string>();
      for (let at = new URL(address); ;) {
        if (at.pathname.startsWith('/login/')) at.search = `?as=${encodeURIComponent(account)}`;
        const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
        const answered = await fetch(at, { headers, redirect: 'manual' });
        const { headers: got } = answered;
        for (const line of got.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const location = got.get('location');
        if (location === null)
          throw new Error(`${at.pathname} leads nowhere: ${(await answered.text()).replace(/[^]*?<pre>/, '')}`);
        at = new URL(location, at);
        if (at.origin !== issuer) return Object.fromEntries(at.searchParams);
      }
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return directory;
}

/** What the provider keeps outlives a change of its keys. */
const adapterOn = (storage: Map<string, unknown>) =>
  class {
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
    }
    readonly #at = (id: string) => `${this.#name} ${id}`;
    upsert = async (id: string, payload: { uid?: string }) => {
      storage.set(this.#at(id), payload);
      if (payload.uid !== undefined) storage.set(this.#at(`uid ${payload.uid}`), payload);
    };
    find = async (id: string) => storage.get(this.#at(id)) as never;
    findByUid = async (uid: string) => storage.get(this.#at(`uid ${uid}`)) as never;
    findByUserCode = async () => undefined;
    consume = async (id: string) => void Object.assign(storage.get(this.#at(id)) as object, { consumed: true });
    destroy = async (id: string) => void storage.delete(this.#at(id));
    revokeByGrantId = async () => undefined;
  };

/** The provider warns of what a test does on purpose. */
async function quietly<T>(work: () => T | Promise<T>): Promise<T> {
  const { warn, info } = console;
  console.warn = console.info = () => undefined;
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, info });
  }
}
