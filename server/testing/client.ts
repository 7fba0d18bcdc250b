import { createClient } from './access.ts';
import { send, type Answer, type Door } from './door.ts';

export interface TestClient {
  id: string;
  secret: string;
  /** What it asks for a token with, in the form. */
  form: Record<string, string>;
  /** What it asks with in the Authorization header. */
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

/** Sends a form to an OAuth endpoint, as text where it is not a plain one. */
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
