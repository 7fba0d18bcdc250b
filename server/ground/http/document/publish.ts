import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
/**
 * The documents are generated from the schemas that requests are checked with. If a check is not what a reader or a
 * client generator needs, this keyword holds what the document says instead; null removes a keyword.
 */
export const publishedKeyword = 'x-published';

const optionalKeyword = 'x-optional-body';

export const published = (keywords: Record<string, unknown>) => ({ [publishedKeyword]: keywords });

/** Query parameters arrive as text and are checked as text; the document shows their meaning. */
export const publishedAs = (
  type: 'integer' | 'boolean',
  range: { format?: 'int64'; minimum?: number; maximum?: number; examples?: unknown[] } = {},
) => published({ type, pattern: null, ...range });

/**
 * For a form whose unknown fields are refused. Ajv does not check it: it would create an error object for each of
 * 100,000 fields.
 */
export const refusesOthers = published({ additionalProperties: false });

/** For the schema of a body that may be missing; the document says so at the operations that take it. */
export const optionalBody = published({ [optionalKeyword]: true });

interface Answer {
  $ref?: string;
  headers?: Record<string, unknown>;
}

interface Parameter {
  deprecated?: boolean;
  schema?: { deprecated?: boolean };
}

interface RequestBody {
  required?: boolean;
  content: Record<string, { schema?: { $ref?: string } }>;
}

interface Operation {
  parameters?: Parameter[];
  responses: Record<string, Answer>;
  requestBody?: RequestBody;
}

export interface Document {
  paths?: Record<string, Record<string, Operation>>;
  components?: {
    schemas?: Record<string, unknown>;
    headers?: Record<string, unknown>;
    responses?: Record<string, Answer>;
  };
}

const headers = {
  traceparent: {
    description:
      'The W3C trace context of this request. The trace id in it, its second part, is the traceId of an error.',
    schema: { type: 'string' },
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
  'Doorway-Error': {
    description:
      'What went wrong as a code for programs, such as supplier.unknown. It stays the same where the message is worded anew.',
    schema: { type: 'string' },
    example: 'supplier.unknown',
  },
};

const named = (name: keyof typeof headers) => ({ [name]: { $ref: `#/components/headers/${name}` } });

function publish(made: Document): Document {
  const document = onlyUsed(asPublished(made) as Document);
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path));
  markOptionalBodies(document, operations);
  markDeprecated(operations.flatMap(({ parameters = [] }) => parameters));
  const answered = operations.map(({ responses }) => responses);
  for (const [status, answer] of answered.flatMap((answers) => Object.entries(answers)))
    answer.headers = { ...answer.headers, ...named('traceparent'), ...(status >= '400' && named('Doorway-Error')) };
  return { ...document, components: { ...document.components, headers, responses: shareErrors(answered) } };
}

function markOptionalBodies({ components }: Document, operations: { requestBody?: RequestBody }[]): void {
  const schemas = (components?.schemas ?? {}) as Record<string, Record<string, unknown>>;
  const isOptional = ({ schema }: RequestBody['content'][string]) =>
    schemas[schema?.$ref?.split('/').at(-1) ?? '']?.[optionalKeyword] === true;
  for (const { requestBody } of operations)
    if (requestBody !== undefined && Object.values(requestBody.content).every(isOptional)) requestBody.required = false;
  for (const schema of Object.values(schemas)) delete schema[optionalKeyword];
}

/** Generators look for it at the parameter, and Swagger leaves it in its schema. */
function markDeprecated(parameters: Parameter[]): void {
  for (const parameter of parameters) {
    if (parameter.schema?.deprecated !== true) continue;
    parameter.deprecated = true;
    delete parameter.schema.deprecated;
  }
}

/** Moves the most common error of each status into components: otherwise the document would be twice as long. */
function shareErrors(answered: Record<string, Answer>[]): Record<string, Answer> {
  const shared: Record<string, Answer> = {};
  for (const status of new Set(
    answered
      .flatMap((answers) => Object.keys(answers))
      .filter((code) => code >= '400')
      .toSorted(),
  )) {
    const counts = new Map<string, number>();
    for (const text of answered.map((answers) => JSON.stringify(answers[status] ?? null)))
      counts.set(text, (counts.get(text) ?? 0) + 1);
    counts.delete('null');
    const [usual = '', many = 0] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    if (many * 2 <= answered.filter((answers) => status in answers).length) continue;
    const name = `Error${status}`;
    shared[name] = JSON.parse(usual) as Answer;
    for (const answers of answered)
      if (JSON.stringify(answers[status]) === usual) answers[status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}

function asPublished(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asPublished);
  if (typeof part !== 'object' || part === null) return part;
  const { [publishedKeyword]: instead, ...rest } = part as Record<string, unknown>;
  const keywords = Object.entries({ ...rest, ...(instead as object) }).filter(
    ([, value]) => value !== null || instead === undefined,
  );
  const copy = Object.fromEntries(keywords.map(([name, value]) => [name, asPublished(value)]));
  if (copy.pattern !== notBlank) return copy;
  const { pattern: _pattern, ...text } = copy;
  return { minLength: 1, ...text };
}

export const notBlank = '\\S';

/** Both documents are generated from one set of schemas; each keeps only those that it refers to. */
function onlyUsed(document: Document): Document {
  const { schemas = {}, ...components } = document.components ?? {};
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name] ?? {});
    }
  };
  follow({ ...document, components: {} });
  return {
    ...document,
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  };
}

/** Whom a reader of a document asks. The document does not know the company's name. */
export const contact = { name: 'The company that runs this service' };

export const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

/** The base path is in the server's URL, not in the paths. */
export const serversAt = (root: string) => [{ url: root || '/', description: 'This service.' }];

export const sharedOptions: FastifyDynamicSwaggerOptions = {
  stripBasePath: true,
  refResolver: {
    buildLocalReference: (json, _base, _fragment, at) => (typeof json.$id === 'string' ? json.$id : `def-${at}`),
  },
  transformObject: (document) =>
    'openapiObject' in document ? publish(document.openapiObject as Document) : document.swaggerObject,
};
