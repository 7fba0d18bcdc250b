import type {
  FastifyContextConfig,
  FastifySchema,
  RouteOptions,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify';
import Type, { type Static, type TObject, type TSchema, type TStringOptions, type TUnsafe } from 'typebox';
import { sendDeprecation, type Deprecation } from './deprecation.ts';
import {
  checkAnswer,
  dryRunDeprecation,
  dryRunQuery,
  hasDryRunParameter,
  orDryRun,
  pathOfCheck,
  type Check,
} from './dry-run.ts';
import { checkedQuery } from './query.ts';
import {
  existingId,
  findingsHeader,
  ifMatchHeader,
  keyHeader,
  problemsOfAll,
  replayedHeader,
  type Example,
} from './shapes.ts';
import type { Config } from '../config.ts';
import type { DoorDeps, RecordKind } from '../deps.ts';
import { checkedBody } from '../ground/http/bodies/body.ts';
import type { Shape } from '../ground/http/document/fields.ts';
import {
  answersOf,
  problem,
  refTo,
  withBody,
  type Formats,
  type Headers,
  type ParameterName,
} from '../ground/http/document/shapes.ts';

/** For operations that every valid token may call. */
export const anyScope = 'any';

type PartnerRequest<Path extends string, Query extends TSchema, Body extends TSchema> = FastifyRequest<{
  Params: Readonly<Record<ParameterName<Path>, string>>;
  Querystring: Static<Query>;
  Body: Static<Body>;
}>;

interface Declaration<Path extends string, Query extends TSchema, Body extends TSchema> {
  /** The operation id in the document; also the name in logs and metrics. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A parameter at its end takes the rest of the path, which is not empty. */
  path: Path;
  /** The scope that a token needs, or `anyScope`. */
  scope: string;
  /** Scopes that include it: a token that may write records may read back its own. */
  includedIn?: readonly string[];
  creates?: RecordKind;
  /** The handler heeds the header If-Match. */
  ifMatch?: true;
  /**
   * `failures`: accepted calls are not stored. For operations that a partner repeats all the time, whose calls would
   * displace the calls that somebody will ask about.
   */
  records?: 'failures';
  /** Marks it in the document, and sends the headers `Deprecation` and `Sunset`. */
  deprecated?: Deprecation;
  summary: string;
  description: string | ((config: Config) => string);
  parameters?: Readonly<Record<ParameterName<Path>, TStringOptions>>;
  query?: Query;
  /** Adds an operation that checks only, and the parameter dryRun; the handler asks `isDryRun`. */
  dryRun?: Check;
  /** Has an `$id`; or the formats of a file, which the handler checks. */
  body?: Body | { content: Formats };
  bodyLimit?: (config: Config) => number;
  /** How the body is read, if not as JSON that must be there. */
  config?: Pick<FastifyContextConfig, 'isBodyOptional' | 'bodyWeight' | 'accepts' | 'anyCharset'>;
  /** The fields of the body, or the query parameters, that identify records. */
  identifiers?: readonly string[];
  /** Instead of the usual check, which answers all problems of the body or the query at once. */
  check?: Pick<RouteShorthandOptions, 'preValidation' | 'preHandler'>;
  /** Has an `$id`. */
  answer: TSchema;
  /** By default that of the schema. */
  answerDescription?: string;
  example: unknown;
  headers?: Headers;
  /** The answer has the codes of findings. */
  findings?: true;
  links?: Readonly<Record<string, object>>;
  /** For lists: describes the link from a page to the next one. */
  nextPage?: string;
  /** The 400. Without it, the operation takes neither a body nor query parameters. */
  invalid?: Example;
  /** The 409 of an operation that takes an Idempotency-Key. */
  conflict?: Example;
  /** Further statuses, and those whose usual words do not fit. */
  otherAnswers?: Readonly<Record<number, object>>;
  /** Makes the handler, once for each app. */
  handler(
    deps: DoorDeps,
    app: FastifyInstance,
  ): (request: PartnerRequest<Path, Query, Body>, reply: FastifyReply) => unknown;
}

export type Operation = Declaration<string, TSchema, TSchema>;

/**
 * Declares a partner operation by what only it knows. The rest follows when its door is opened: the check of query and
 * body, the statuses that every operation has, the Idempotency-Key and its headers, the deprecation. Schemas with an
 * `$id` must be listed in the slice's `Door`, and so must the operation.
 *
 *     const readNote = operation({
 *       id: 'readNote',
 *       method: 'GET',
 *       path: '/notes/:id',
 *       scope: 'notes:read',
 *       summary: 'Read a note',
 *       description: 'Answers a note that this partner has sent.',
 *       parameters: { id: { description: 'The note’s id.' } },
 *       answer: Note,
 *       example: { text: 'Call back.' },
 *       otherAnswers: { 404: recordUnknown('note') },
 *       handler: ({ pool }) => (request) => readOwnNote(pool, request.partner, request.params.id),
 *     });
 */
export const operation = <
  const Path extends string,
  Query extends TSchema = TUnsafe<Record<string, never>>,
  Body extends TSchema = TUnsafe<undefined>,
>(
  declared: Declaration<Path, Query, Body>,
): Operation => declared as unknown as Operation;

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: string;
    includedIn?: readonly string[];
    creates?: RecordKind;
    records?: 'failures';
  }
}

export function addOperation(
  app: FastifyInstance,
  declared: Operation,
  { tag, operations }: { tag: string; operations: readonly Operation[] },
  deps: DoorDeps,
): void {
  const { id, method, path, scope, includedIn, creates, records, deprecated, parameters, body, description } = declared;
  const { config } = deps;
  const { dryRun } = declared;
  const query = dryRun ? dryRunQuery : declared.query;
  const links = { ...linksToRecord(declared, operations), ...linksOf(declared) };
  const policyPath = `${config.basePath}/docs/versions`;
  const handler = declared.handler(deps, app) as (request: FastifyRequest, reply: FastifyReply) => unknown;
  const route: RouteOptions & { schema: FastifySchema } = {
    method,
    // Any character: a dot leaves out line ends, and then the path would be unknown.
    url: path.replace(/:\w+$/, '$&([^]+)'),
    config: { operation: id, ...declared.config, scope, includedIn, creates, ...(records && { records }) },
    ...(declared.bodyLimit && { bodyLimit: declared.bodyLimit(config) }),
    attachValidation: true,
    ...checkOf(declared),
    ...(dryRun && { onSend: sendDeprecation(id, dryRunDeprecation, policyPath, hasDryRunParameter) }),
    ...(deprecated && { onSend: sendDeprecation(id, deprecated, policyPath) }),
    ...(Object.keys(links).length > 0 && { links: { 200: links } }),
    schema: {
      operationId: id,
      summary: declared.summary,
      description: typeof description === 'string' ? description : description(config),
      tags: [tag],
      ...(deprecated && { deprecated: true }),
      ...headersOf(declared),
      ...(parameters && { params: paramsOf(parameters) }),
      ...(query && { querystring: query }),
      ...(body && { body: isFormats(body) ? body : refTo(body) }),
      response: answersTo(declared),
    },
    handler,
  };
  app.route(route);
  if (dryRun) app.route(checking(route, declared, dryRun));
}

/** Logs, metrics and stored calls name what it checks, as with the parameter dryRun. */
function checking(route: RouteOptions & { schema: FastifySchema }, declared: Operation, check: Check): RouteOptions {
  const { onSend: _deprecation, links: _links, ...shared } = route;
  const { querystring: _parameter, ...schema } = route.schema;
  return {
    ...shared,
    url: pathOfCheck(route.url),
    config: { ...route.config, isCheck: true },
    schema: {
      ...schema,
      operationId: check.id,
      summary: check.summary,
      description: `Does every check of ${declared.id}, with the same body, and answers the same errors. Nothing is stored, and the Idempotency-Key is not used up.`,
      response: { ...answersTo(declared), 200: checkAnswer(check.message, declared.findings ? findingsHeader : {}) },
    },
  };
}

const isFormats = (body: TSchema | { content: Formats }): body is { content: Formats } => 'content' in body;

function checkOf({ check, query, body, identifiers = [] }: Operation): Operation['check'] {
  if (check !== undefined) return check;
  if (body !== undefined) return isFormats(body) ? {} : { preHandler: checkedBody(body as Shape, identifiers) };
  return query && { preHandler: checkedQuery(identifiers) };
}

const paramsOf = (parameters: Readonly<Record<string, TStringOptions>>) =>
  Type.Object(Object.fromEntries(Object.entries(parameters).map(([name, options]) => [name, Type.String(options)])));

const headersOf = ({ conflict, ifMatch }: Operation) => {
  const headers = { ...(conflict && keyHeader), ...(ifMatch && ifMatchHeader) };
  return Object.keys(headers).length > 0 && { headers: Type.Object(headers) };
};

function linksOf({ id: operationId, links, nextPage: description }: Operation): Operation['links'] {
  if (description === undefined) return links;
  const parameters = { after: '$response.body#/next', limit: '$request.query.limit' };
  return { ...links, next: { operationId, parameters, description } };
}

/** Links from an operation that creates a record to those whose paths go on with its id or number. */
function linksToRecord({ method, path, answer, body }: Operation, operations: readonly Operation[]) {
  if (method !== 'POST') return {};
  const has = (schema: object | undefined, name: string) => name in ((schema as Partial<TObject>)?.properties ?? {});
  return Object.fromEntries(
    operations.flatMap(({ id: operationId, path: other, summary }) => {
      const [, name] = other.startsWith(path) ? (/^\/:(\w+)/.exec(other.slice(path.length)) ?? []) : [];
      if (name === undefined) return [];
      const value = has(answer, name) ? `$response.body#/${name}` : `$request.body#/${name}`;
      if (!has(answer, name) && !has(body, name)) return [];
      return [[operationId, { operationId, parameters: { [name]: value }, description: `${summary}.` }]];
    }),
  );
}

const withoutParameters: Example = {
  description: 'The operation takes no query parameters.',
  message: 'This operation takes no query parameters.',
};

function answersTo(declared: Operation): object {
  const { method, config, answer, conflict, invalid = withoutParameters } = declared;
  const described: { description?: string } = answer;
  const accepted = {
    description: declared.answerDescription ?? described.description,
    headers: { ...(conflict && replayedHeader), ...(declared.findings && findingsHeader), ...declared.headers },
    content: { 'application/json': { schema: refTo(answer), examples: { default: { value: declared.example } } } },
  };
  return {
    200: declared.dryRun ? orDryRun(accepted) : accepted,
    ...problemsOfAll,
    400: problem(invalid.description, invalid.message),
    ...(conflict && { 409: problem(conflict.description, conflict.message, existingId) }),
    ...(method !== 'GET' && answersOf(withBody(config?.accepts))),
    ...declared.otherAnswers,
  };
}
