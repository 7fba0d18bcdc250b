import type { FastifyRequest } from 'fastify';
import type { Credentials } from './actions.ts';
import { invalidClient, invalidRequest } from './errors.ts';
import { short } from '../../../common/errors/words.ts';

/** A parameter without a value counts as missing (RFC 6749, 3.2). */
export type Form = ReadonlyMap<string, string>;

export function formOf({ body }: FastifyRequest): Form {
  if (!(body instanceof URLSearchParams)) throw invalidRequest({ why: 'form' });
  const seen = new Set<string>();
  for (const name of body.keys()) {
    if (seen.has(name)) throw invalidRequest({ why: 'repeated', name: short(name) });
    seen.add(name);
  }
  return new Map([...body].filter(([, value]) => value !== ''));
}

/** A body of another type is a 400, not a 415: clients expect errors of RFC 6749 with 400 and 401 only. */
export function notAForm({ headers }: FastifyRequest) {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const sentAs = type === 'application/json' ? 'JSON' : short(type);
  return invalidRequest(sentAs === '' ? { why: 'form' } : { why: 'type', name: sentAs });
}

/** Reads the Authorization header (client_secret_basic) or the form (client_secret_post); both at once are an error. */
export function credentialsOf({ headers: { authorization } }: FastifyRequest, form: Form): Credentials {
  const [formId, formSecret] = [form.get('client_id'), form.get('client_secret')];
  if (authorization === undefined) {
    if (formId === undefined || formSecret === undefined) throw invalidClient();
    return { id: formId, secret: formSecret };
  }
  if (formSecret !== undefined) throw invalidRequest({ why: 'secret' });
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization) ?? [];
  const [, id, secret] =
    /^([^:]*):([^]*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.map(decodeFormValue) ?? [];
  if (id === undefined || secret === undefined) throw invalidClient();
  if (formId !== undefined && formId !== id) throw invalidRequest({ why: 'client' });
  return { id, secret };
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
const decodeFormValue = (value: string) => new URLSearchParams(`v=${value.replaceAll('&', '%26')}`).get('v') ?? '';
