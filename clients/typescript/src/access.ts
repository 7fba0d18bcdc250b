import type { Access, Transport } from './transport.ts';

export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
  /** Separated by spaces. All scopes of the client by default. */
  scope?: string;
}

export function bearer(token: string): Access {
  const authorization = `Bearer ${token}`;
  return { authorization: async () => authorization, refused: () => false };
}

export const anonymous = (authorization = ''): Access => ({
  authorization: async () => authorization,
  refused: () => false,
});

interface Token {
  authorization: string;
  renewAt: number;
}

const maxMarginMs = 60_000;

/** Fetches a token when one is needed, once for all calls that wait for it, and renews it before it expires. */
export function clientCredentials(credentials: ClientCredentials, transport: Transport): Access {
  let token: Token | undefined;
  let pending: Promise<Token> | undefined;
  const fetchToken = async () => {
    try {
      token = await issueToken(credentials, transport);
      return token;
    } finally {
      pending = undefined;
    }
  };
  return {
    async authorization() {
      if (token !== undefined && performance.now() < token.renewAt) return token.authorization;
      return (await (pending ??= fetchToken())).authorization;
    },
    refused(authorization) {
      if (token?.authorization === authorization) token = undefined;
      return true;
    },
  };
}

export const basic = ({ clientId, clientSecret }: ClientCredentials) =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;

export const formBody = (fields: Record<string, string>) => ({
  contentType: 'application/x-www-form-urlencoded',
  canReopen: true,
  open: () => new URLSearchParams(fields).toString(),
});

async function issueToken(credentials: ClientCredentials, transport: Transport): Promise<Token> {
  const askedAt = performance.now();
  const { body } = await transport.send(
    {
      operation: 'POST /oauth/token',
      body: formBody({
        grant_type: 'client_credentials',
        ...(credentials.scope !== undefined && { scope: credentials.scope }),
      }),
      isRepeatable: true,
      options: {},
    },
    anonymous(basic(credentials)),
  );
  const { access_token, expires_in } = body as { access_token: string; expires_in: number };
  const lifeMs = expires_in * 1000;
  return {
    authorization: `Bearer ${access_token}`,
    renewAt: askedAt + lifeMs - Math.min(maxMarginMs, lifeMs / 10),
  };
}
