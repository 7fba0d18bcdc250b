import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isTimeZone } from '../ground/db/days.ts';

/** A JSON schema as an OpenAPI document of version 3.1 has it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  minProperties?: number;
  maxProperties?: number;
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema: Schema;
}

export interface Response {
  headers?: Record<string, { required?: boolean; schema: Schema }>;
  content?: Record<string, { schema: Schema }>;
  links?: Record<string, Link>;
}

/** Where a value of one operation goes in another. */
export interface Link {
  operationId: string;
  parameters?: Record<string, string>;
  requestBody?: Record<string, string>;
}

/** What a document says of one method on one path. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** The schemas of the bodies that it takes, by their media type; none where it takes no body. */
  bodies: Record<string, Schema>;
  responses: Record<string, Response>;
  /** The ways to show who calls; none where nobody is asked. */
  security: string[];
  /** The scopes that a token needs, where the document names them. */
  scopes: string[];
}

export interface Contract {
  operations: Operation[];
  /** The methods of each path. */
  methods: Map<string, string[]>;
  /** What a reference leads to, with the parts of an allOf put together. */
  resolve(schema: Schema): Schema;
  /** What a value that is sent breaks. */
  faultsOf(schema: Schema, value: unknown): string[];
  /** What a value that was answered breaks; a field that is not declared is a fault, unless any field is allowed there. */
  faultsOfAnswer(schema: Schema, value: unknown): string[];
}

const methodNames = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads a document as it is served. */
export function contractOf(document: any): Contract {
  const find = (reference: string): any =>
    reference
      .split('/')
      .slice(1)
      .reduce((at, step) => at?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  const follow = <Found>(described: Found & { $ref?: string }): Found =>
    described.$ref === undefined ? described : follow(find(described.$ref));
  // The same schema each time, since what is compiled from it is found by it.
  const resolved = new Map<Schema, Schema>();
  const resolve = (schema: Schema): Schema => {
    const found = resolved.get(schema);
    if (found !== undefined) return found;
    const { allOf, ...own } = follow<Schema>(schema);
    const whole = allOf === undefined ? own : allOf.map(resolve).reduce(together, own);
    resolved.set(schema, whole).set(whole, whole);
    return whole;
  };
  const withHeaders = (response: Response): Response => ({
    ...response,
    headers: Object.fromEntries(Object.entries(response.headers ?? {}).map(([name, header]) => [name, follow(header)])),
  });
  const operations = Object.entries<any>(document.paths).flatMap(([path, item]) =>
    methodNames
      .filter((method) => method in item)
      .map((method): Operation => {
        const {
          operationId,
          parameters = [],
          requestBody,
          responses,
          security = document.security ?? [],
        } = item[method];
        const content: [string, { schema: Schema }][] = Object.entries(follow<any>(requestBody ?? {}).content ?? {});
        return {
          id: operationId,
          method: method.toUpperCase(),
          path,
          parameters: [...(item.parameters ?? []), ...parameters].map(follow) as Parameter[],
          bodies: Object.fromEntries(content.map(([type, { schema }]) => [type, schema])),
          responses: Object.fromEntries(
            Object.entries<any>(responses).map(([status, response]) => [
              status,
              withHeaders(follow<Response>(response)),
            ]),
          ),
          security: security.flatMap((way: object) => Object.keys(way)),
          scopes: security.flatMap((way: Record<string, string[]>) => Object.values(way).flat()),
        };
      }),
  );
  const methods = new Map(
    Object.keys(document.paths).map((path) => [
      path,
      operations.filter((operation) => operation.path === path).map(({ method }) => method),
    ]),
  );
  return { operations, methods, resolve, faultsOf: checker(document), faultsOfAnswer: checker(document, closed) };
}

/** Two parts of an allOf, both of which hold. */
const together = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  ...((one.properties ?? other.properties) && { properties: { ...one.properties, ...other.properties } }),
  ...((one.required ?? other.required) && { required: [...(one.required ?? []), ...(other.required ?? [])] }),
});

/** Checks values by schemas of the document; `change` makes of each part of it what is checked by. */
function checker(document: object, change = (part: any): any => part): (schema: Schema, value: unknown) => string[] {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    formats: { 'time-zone': isTimeZone },
  });
  addFormats.default(ajv);
  ajv.addSchema(change(document), 'document');
  const compiled = new Map<Schema, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const check = compiled.get(schema) ?? ajv.compile(pointed(change(schema)));
    compiled.set(schema, check);
    return check(value) ? [] : (check.errors ?? []).map(describe);
  };
}

const describe = ({ instancePath, message, params }: ErrorObject) =>
  `${instancePath} ${message} ${JSON.stringify(params)}`;

/** The same with references that lead into the document. */
const pointed = (part: any): any =>
  mapped(part, (object) => (typeof object.$ref === 'string' ? { ...object, $ref: `document${object.$ref}` } : object));

/** The same with every object closed that names its fields and says nothing of others. No answer is put together by allOf. */
const closed = (part: any): any =>
  mapped(part, (object) =>
    'properties' in object && 'type' in object && !('additionalProperties' in object)
      ? { ...object, additionalProperties: false }
      : object,
  );

function mapped(part: any, change: (object: any) => any): any {
  if (Array.isArray(part)) return part.map((inner) => mapped(inner, change));
  if (typeof part !== 'object' || part === null) return part;
  return change(
    Object.fromEntries(
      Object.entries(part).map(([name, inner]) => [name, name.startsWith('example') ? inner : mapped(inner, change)]),
    ),
  );
}
