import fc, { type Arbitrary } from 'fast-check';
import { formOf } from '../testing/form.ts';
import type { Contract, Operation, Parameter } from './document.ts';
import { valuesOf } from './values.ts';
import type { Request } from './wire.ts';
import type { ContractService } from './service.ts';

/** A request with placeholders for records, in parts that mutations can change. */
export interface Draft {
  auth: Record<string, string>;
  /** Unescaped. */
  segments: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  type: string | undefined;
  /** Encoded by media type, unless `raw` holds the bytes. */
  body?: unknown;
  raw?: string | Buffer | undefined;
}

/** Bodies without fields have their values by these names. */
const nameOfBody: Record<string, string> = { 'text/csv': 'csv', 'application/octet-stream': 'file' };

const escaped = (value: string) => encodeURIComponent(value).replace(/%7B%7B(\w+)%7D%7D/g, '{{$1}}');

export function draftsOf(contract: Contract, operation: Operation, service: ContractService): Arbitrary<Draft> {
  const known = (name: string) => service.known(operation, name);
  const valueOf = ({ schema, name, in: location }: Parameter) =>
    valuesOf(contract, schema, known, `${location} ${name}`).map(String);
  const parametersIn = (location: Parameter['in']) =>
    operation.parameters.filter(
      (parameter) => parameter.in === location && !service.sentWithAuth.includes(parameter.name),
    );
  const recordOf = (
    parameters: Parameter[],
    values: (parameter: Parameter) => Arbitrary<string>,
  ): Arbitrary<Record<string, string>> =>
    fc.record(Object.fromEntries(parameters.map((parameter) => [parameter.name, values(parameter)])), {
      requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name),
    });
  const types = Object.keys(operation.bodies);
  const bodies = types.map((type) =>
    valuesOf(contract, operation.bodies[type] as object, known, nameOfBody[type] ?? '').map((body) => ({
      type,
      body,
    })),
  );
  return fc
    .record({
      auth:
        operation.security.length === 0
          ? fc.constant({})
          : fc.constantFrom(...operation.security.map((way) => service.auth(operation, way))),
      segments: recordOf(parametersIn('path'), (parameter) =>
        valueOf(parameter)
          .map(escaped)
          .filter((text) => text !== '' && !/^\.+$/.test(text)),
      ),
      query: fc
        .oneof(
          {
            weight: 1,
            arbitrary: recordOf(
              parametersIn('query').filter(({ required }) => required),
              valueOf,
            ),
          },
          { weight: 3, arbitrary: recordOf(parametersIn('query'), valueOf) },
        )
        .map((values) => Object.entries(values)),
      // Headers carry bytes, and are trimmed on arrival.
      headers: recordOf(parametersIn('header'), ({ schema: { maxLength = 255 } }) =>
        fc
          .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: Math.min(maxLength, 40) })
          .map((text) => text.trim() || 'x'),
      ),
      content: bodies.length === 0 ? fc.constant({ type: undefined, body: undefined }) : fc.oneof(...bodies),
    })
    .map(({ content, ...draft }) => ({ ...draft, ...content }));
}

export function requestOf({ method, path }: Operation, { auth, segments, query, headers, ...content }: Draft): Request {
  const { raw, type } = content.raw === undefined ? written(content.type, content.body) : content;
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => segments[name] ?? '');
  const asked = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return {
    method,
    path: asked === '' ? at : `${at}?${asked}`,
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...auth, ...headers },
    body: raw,
  };
}

export function written(
  type: string | undefined,
  body: unknown,
): { type: string | undefined; raw: string | Buffer | undefined } {
  if (body === undefined) return { type, raw: undefined };
  switch (type) {
    case 'multipart/form-data': {
      const { raw, headers } = formOf(fieldsOf(body).map(([name, content]) => partOf(name, content)));
      return { type: headers['content-type'], raw };
    }
    case 'application/x-www-form-urlencoded':
      return { type, raw: new URLSearchParams(fieldsOf(body)).toString() };
    case 'text/csv':
    case 'application/octet-stream':
      return { type, raw: textOf(body) };
    default:
      return { type, raw: JSON.stringify(body) };
  }
}

const fieldsOf = (body: unknown): [string, string][] =>
  Object.entries(body as Record<string, unknown>).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, textOf(value)]],
  );

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Quotes and line breaks would end the name. */
const partOf = (name: string, content: string) => ({
  name: name.replace(/["\r\n]/g, '_'),
  content,
  ...(name === 'file' && { fileName: 'invoice.xml' }),
});

const placeholder = /\{\{(\w+)\}\}/g;

/** Each placeholder name stands for the same record throughout. */
export async function filled(draft: Draft, service: ContractService): Promise<Draft> {
  const raw = draft.raw instanceof Buffer ? undefined : draft.raw;
  const names = new Set([...JSON.stringify({ ...draft, raw }).matchAll(placeholder)].map(([, name]) => name as string));
  const values = new Map<string, string>();
  for (const name of names) values.set(name, await service.value(name));
  const fill = (part: any, escape = (text: string) => text): any => {
    if (typeof part === 'string')
      return part.replace(placeholder, (_, name: string) => escape(values.get(name) as string));
    if (Array.isArray(part)) return part.map((inner) => fill(inner, escape));
    if (typeof part !== 'object' || part === null || part instanceof Buffer) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, fill(inner, escape)]));
  };
  return { ...fill(draft), segments: fill(draft.segments, encodeURIComponent) };
}
