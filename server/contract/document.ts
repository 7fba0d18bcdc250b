import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isTimeZone } from '../../common/days.ts';

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
  /** `x-dry-run` has the shape of the answer to a dry run. */
  content?: Record<string, { schema: Schema; 'x-dry-run'?: Schema }>;
  links?: Record<string, Link>;
}

export interface Link {
  operationId: string;
  parameters?: Record<string, string>;
  requestBody?: Record<string, string>;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  isBodyOptional: boolean;
  bodies: Record<string, Schema>;
  responses: Record<string, Response>;
  security: string[];
  scopes: string[];
}

export interface Contract {
  operations: Operation[];
  methods: Map<string, string[]>;
  /** Follows references and merges the parts of an allOf. */
  resolve(schema: Schema): Schema;
  faultsOf(schema: Schema, value: unknown): string[];
  /** Undeclared fields are faults unless the schema allows any field. */
  faultsOfAnswer(schema: Schema, value: unknown): string[];
}

const methodNames = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export function contractOf(document: any): Contract {
  const find = (reference: string): any =>
    reference
      .split('/')
      .slice(1)
      .reduce((at, step) => at?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  const follow = <Found>(described: Found & { $ref?: string }): Found =>
    described.$ref === undefined ? described : follow(find(described.$ref));
  // Cached by identity, because compiled checks are keyed by schema.
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
          isBodyOptional: requestBody?.required === false,
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

const together = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  ...((one.properties ?? other.properties) && { properties: { ...one.properties, ...other.properties } }),
  ...((one.required ?? other.required) && { required: [...(one.required ?? []), ...(other.required ?? [])] }),
});

function checker(document: object, change = (part: any): any => part): (schema: Schema, value: unknown) => string[] {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    // A tenth of the work: each named schema is compiled once, and its code is run only a few times.
    inlineRefs: false,
    code: { optimize: false },
    formats: { 'time-zone': isTimeZone },
  });
  addFormats.default(ajv);
  ajv.addSchema(change(document), 'document');
  const compiled = new Map<Schema | string, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    // Most answers are one of a few named schemas.
    const key = schema.$ref !== undefined && Object.keys(schema).length === 1 ? schema.$ref : schema;
    const check = compiled.get(key) ?? ajv.compile(pointed(change(schema)));
    compiled.set(key, check);
    return check(value) ? [] : (check.errors ?? []).map(describe);
  };
}

const describe = ({ instancePath, message, params }: ErrorObject) =>
  `${instancePath} ${message} ${JSON.stringify(params)}`;

const pointed = (part: any): any =>
  mapped(part, (object) => (typeof object.$ref === 'string' ? { ...object, $ref: `document${object.$ref}` } : object));

/** Closes every object that names its fields and says nothing about others. No answer uses allOf. */
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
