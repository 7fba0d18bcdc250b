import { createClient } from './access.ts';
import { send, type Answer, type Door } from './door.ts';

export interface TestClient {
  id: string;
  secret: string;
  form: Record<string, string>;
  basic: string;
}

export async function clientOf(door: Door, partner = 'Operator', scopes?: string[]): Promise<TestClient> {
  const { id, secret } = await createClient(door.pool, { company: door.companyName, partner, scopes });
  return {
    id,
    secret,
    form: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
    basic: `Basic ${btoa(`${id}:${secret}`)}`,
  };
}

export const ask = (
  door: Door,
  form: Record<string, string> | string,
  headers: Record<string, string> = {},
  path = '/oauth/token',
): Promise<Answer> =>
  send(door.url, 'POST', path, {
    raw: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
