import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify';
import Type, { type Static, type TObject, type TSchema, type TUnsafe } from 'typebox';
import { exampleOf } from './example.ts';
import { catchingUpHeaders, csvFormat, sendList, type ListSource } from './lists.ts';
import { checkAddress, checkForm, companyInPath, idInPath } from './requests.ts';
import { operatorProblems } from './shapes.ts';
import type { RefusedFields } from './unknown-fields.ts';
import type { OperatorDeps } from '../deps.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { refTo, type Formats, type Headers, type ParameterName } from '../ground/http/document/shapes.ts';
import type { SessionProof } from '../people/demands.ts';
import type { FileName } from '../../common/names/files.ts';
import type { Operator, Permission, Role } from '../../common/permissions.ts';

/** An operator's request in a company, as actions take it. */
export interface OperatorCall<Body = unknown> {
  readonly company: CompanyId;
  /** Missing in a public operation. The session is missing for an operator token. */
  readonly operator: Operator & { session?: SessionProof };
  readonly role: Role;
  readonly traceId: string;
  readonly body: Body;
}

/** A request about the record whose id is in the path. */
export interface RecordCall<Body = unknown> extends OperatorCall<Body> {
  readonly id: string;
}

export type OperationRequest<Path extends string, Query extends TSchema, Body extends TSchema> = {
  readonly [Name in ParameterName<Path>]: string;
} & OperatorCall<Static<Body>> & {
    readonly query: Static<Query>;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
  };

export interface Operation<Path extends string, Query extends TSchema, Body extends TSchema> {
  /** The operation id in the document; also the name in logs and metrics. */
  id: string;
  /** The name in logs and metrics, if a partner operation has the same id. */
  metric?: string;
  /** `signedIn` needs no permission, `public` needs no sign-in. For `manageOperators` see auth.ts. */
  permission: Permission | 'manageOperators' | 'signedIn' | 'public';
  /** See `needsSession` in auth.ts. */
  needsSession?: boolean;
  /**
   * It redirects money, or gives access: a session's last proof must be recent, or the answer is a 401 proof.needed. A
   * function asks only for some forms.
   */
  proof?: true | ((body: Static<Body>) => boolean);
  summary: string;
  description: string;
  query?: Query;
  /**
   * A form with an `$id`, whose problems are all answered at once; or the formats of a file, which the handler checks.
   */
  body?: Body | { content: Formats };
  refused?: RefusedFields;
  /** Must have an `$id`. Without an answer and formats, the status is 204. */
  answer?: TSchema;
  answerDescription?: string;
  formats?: Formats;
  headers?: Headers;
  /** Answers without a mistake other than the 200, such as 304. */
  otherAnswers?: Readonly<Record<number, object>>;
  /** Headers of the request that only this operation heeds. */
  requestHeaders?: Headers;
  /** Checks If-Match: a record that has changed is a 412. */
  ifMatch?: boolean;
  /** The answer is read from projections. They catch up first; if they cannot, the answer says so. */
  projected?: boolean;
  /** Further statuses, such as 409. The statuses 400, 401, 403, 404 and 412 follow from the other fields. */
  problems?: readonly number[];
  route?: RouteShorthandOptions;
  handler(request: OperationRequest<Path, Query, Body>): unknown;
}

interface ListOperation<Path extends string, Query extends TSchema> extends Omit<
  Operation<Path, Query, TUnsafe<undefined>>,
  'handler' | 'formats' | 'body' | 'refused'
> {
  answer: TSchema;
  file: FileName;
  source(request: OperationRequest<Path, Query, TUnsafe<undefined>>): ListSource | Promise<ListSource>;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type AddOperation = <
  const Path extends string,
  Query extends TSchema = TUnsafe<Record<string, never>>,
  Body extends TSchema = TUnsafe<undefined>,
>(
  path: Path,
  operation: Operation<Path, Query, Body>,
) => void;

export interface Operations extends Record<Method, AddOperation> {
  list<const Path extends string, Query extends TSchema = TUnsafe<Record<string, never>>>(
    path: Path,
    operation: ListOperation<Path, Query>,
  ): void;
}

/**
 * Adds desk routes under one tag of the operator document. Each operation names what only it knows; the rest follows:
 * the path parameters and their 404, the check of path, query and form with its 400, 401 and 403 from the permission,
 * 204 without an answer, and the example of an answer from its schema. Schemas with an `$id` must be listed in the
 * slice's `Desk`.
 *
 *     const operation = operations(app, deps, 'Views');
 *
 *     operation.patch('/companies/:companyId/views/:id', {
 *       id: 'changeView',
 *       permission: 'edit',
 *       summary: 'Change a view',
 *       description: 'Renames a view, or shares it.',
 *       body: ViewPatch,
 *       answer: View,
 *       problems: [409],
 *       handler: (call) => changeView(pool, call),
 *     });
 *
 * `parameters` are the path parameters that are not ids of the service, such as the number of a supplier.
 */
export function operations(
  app: FastifyInstance,
  { pool, projections }: Pick<OperatorDeps, 'pool' | 'projections'>,
  tag: string,
  parameters: Readonly<Record<string, TSchema>> = {},
): Operations {
  const answerOf = ({ answer, answerDescription, formats, headers, projected }: AnyOperation) => {
    if (answer === undefined && formats === undefined)
      return { 204: { description: answerDescription ?? 'Done.', type: 'null' } };
    // Made when the document is asked for, which most processes never are.
    const example = {
      get value() {
        return exampleOf(answer as TSchema, (id) => app.getSchema(id));
      },
    };
    const json = answer && { schema: refTo(answer), examples: { default: example } };
    const described: { description?: string } | undefined = answer;
    return {
      200: {
        description: answerDescription ?? described?.description,
        content: { ...(json && { 'application/json': json }), ...formats },
        ...((headers || projected) && { headers: { ...headers, ...(projected && catchingUpHeaders) } }),
      },
    };
  };

  const adder =
    (method: Method): AddOperation =>
    (path, given) => {
      const operation = given as unknown as AnyOperation;
      const { id, permission, query, body, route = {} } = operation;
      const params = paramsOf(path, parameters);
      const isForm = body !== undefined && !('content' in body);
      app.route({
        attachValidation: true,
        preHandler: isForm ? checkForm(body, operation.refused) : checkAddress,
        ...route,
        method,
        url: path,
        config: { ...configOf(operation), ...route.config },
        schema: {
          operationId: id,
          summary: operation.summary,
          description: `${operation.description}${operation.proof === undefined ? '' : aboutProof(operation.proof)}`,
          tags: [tag],
          ...(permission === 'public' && { security: [] }),
          ...(params && { params }),
          ...(query && { querystring: query }),
          ...(operation.requestHeaders && { headers: { type: 'object', properties: operation.requestHeaders } }),
          ...(body && { body: isForm ? refTo(body) : body }),
          response: {
            ...answerOf(operation),
            ...operation.otherAnswers,
            ...operatorProblems(...problemsOf(operation, params !== undefined)),
          },
        },
        handler: async (request, reply) => {
          const { proof } = operation;
          if (proof === true || proof?.(request.body) === true) await app.requireProof(request);
          const isCatchingUp = operation.projected === true && (await projections.catchUp(request.company));
          if (isCatchingUp) reply.header('doorway-catching-up', 'true');
          const answer = await operation.handler(contextOf(request, reply));
          if (operation.answer === undefined && operation.formats === undefined) return reply.code(204).send();
          return isCatchingUp && answer !== reply ? { ...(answer as object), catchingUp: true } : answer;
        },
      });
    };

  const get = adder('get');
  return {
    get,
    post: adder('post'),
    put: adder('put'),
    patch: adder('patch'),
    delete: adder('delete'),
    list: (path, { file, source, ...operation }) =>
      get(path, {
        ...operation,
        formats: csvFormat,
        handler: async (context) => sendList(context.request, context.reply, file, pool, await source(context)),
      }),
  };
}

const aboutProof = (proof: AnyOperation['proof']) =>
  ` ${proof === true ? 'An' : 'For changes of what redirects money, an'} operator with a second factor, or from a directory, must have proved who they are lately; otherwise the answer is 401 with the code proof.needed, and prove takes the proof.`;

type AnyOperation = Operation<string, TSchema, TSchema>;

const configOf = ({ id, metric = id, permission, needsSession, ifMatch }: AnyOperation): FastifyContextConfig => ({
  operation: metric,
  ...(permission === 'public' ? { public: true } : { permission }),
  ...(needsSession !== undefined && { needsSession }),
  ...(ifMatch && { ifMatch }),
});

function problemsOf(
  { permission, needsSession, query, body, ifMatch, problems = [] }: AnyOperation,
  hasParameters: boolean,
): number[] {
  const isOpen = permission === 'public' || permission === 'signedIn';
  return [
    ...(query || body ? [400] : []),
    ...(permission === 'public' ? [] : [401]),
    ...(isOpen && !needsSession ? [] : [403]),
    ...(hasParameters ? [404] : []),
    ...(ifMatch ? [412] : []),
    ...problems,
  ];
}

function contextOf(request: FastifyRequest, reply: FastifyReply): OperationRequest<string, TSchema, TSchema> {
  const { company, operator, role, query, body, params } = request;
  const call = { company, operator, role, traceId: request.id, query, body, request, reply };
  // The traceId in a path is that of another call.
  return { ...call, ...(params as Record<string, string>) };
}

function paramsOf(path: string, parameters: Readonly<Record<string, TSchema>>): TObject | undefined {
  const found = [...path.matchAll(/([^/]+)\/:(\w+)/g)];
  if (found.length === 0) return undefined;
  const schemaOf = (collection: string, name: string) =>
    parameters[name] ?? (name === 'companyId' ? companyInPath : idInPath(`The ${nounOf(collection, name)}’s id.`));
  return Type.Object(Object.fromEntries(found.map(([, before = '', name = '']) => [name, schemaOf(before, name)])));
}

/** `tokenId` is the id of a token; `id` after `work-orders` is the id of a work order. */
const nounOf = (collection: string, name: string) =>
  name === 'id' ? collection.replace(/ies$/, 'ys').replace(/s$/, '').replaceAll('-', ' ') : name.replace(/Id$/, '');
