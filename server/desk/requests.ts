import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import Type from 'typebox';
import { faultOf, problemAt, type Fault, type Problem } from '../../common/errors/catalogue.ts';
import { invalidBody, notFound, invalidQuery } from '../errors/errors.ts';
import { isStorable, checkBody } from '../ground/http/bodies/body.ts';
import { publishedAs, publishedKeyword } from '../ground/http/document/publish.ts';
import { refuseUnknown, type Form, type RefusedFields } from './unknown-fields.ts';

const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** A malformed id is a 404. */
export const idInPath = (description: string) => Type.String({ pattern: uuidPattern, description });

export const companyInPath = idInPath('The company’s id.');

export const idInBody = (description: string) =>
  Type.String({ format: 'uuid', minLength: 36, maxLength: 36, description });

export const textInQuery = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, description }));

export const flagInQuery = (description: string) =>
  Type.Optional(Type.String({ pattern: '^(true|false)$', description, ...publishedAs('boolean') }));

/** The meaning of "me" and "today" in a query. */
export const readerOf = ({ operator }: FastifyRequest) => ({ operatorId: operator.id, now: new Date() });

/** A preHandler for routes with attachValidation: 404 for an invalid path parameter, 400 for an invalid query. */
export async function checkAddress(request: FastifyRequest): Promise<void> {
  const { validation = [], validationContext } = request.validationError ?? {};
  const params = Object.values(request.params as Record<string, string>);
  if (validationContext === 'params' || !params.every(isStorable)) throw notFound();
  const query = Object.entries(request.query as Record<string, string>);
  // One problem per parameter: a value may break several rules.
  const problems = new Map<string, Problem>();
  for (const [name, value] of query) if (!isStorable(value)) problems.set(name, problemAt(name, 'text.characters'));
  if (validationContext === 'querystring' && problems.size === 0)
    for (const problem of validation) {
      const isMissing = problem.keyword === 'required';
      const name = isMissing ? String(problem.params.missingProperty) : problem.instancePath.slice(1);
      problems.set(name, isMissing ? problemAt(name, 'field.required') : { path: name, ...faultOfParameter(problem) });
    }
  if (problems.size > 0) throw invalidQuery([...problems.values()], 'reference');
}

/** Says what the parameter takes, as far as its schema does. */
function faultOfParameter({ keyword, params, parentSchema = {} }: Verbose): Fault {
  if (keyword === 'maxLength') return faultOf('text.long', { most: Number(params.limit) });
  if (keyword === 'minLength') return faultOf('text.empty');
  const { minimum, maximum } = (parentSchema[publishedKeyword] ?? {}) as { minimum?: number; maximum?: number };
  if (minimum !== undefined && maximum !== undefined) return faultOf('number.range', { least: minimum, most: maximum });
  // A pattern of alternatives, with a minus before them in `sort`.
  const [, choices] = /^\^(?:-\?)?\(([A-Za-z|]+)\)\$$/.exec(String(parentSchema.pattern)) ?? [];
  return choices === undefined ? faultOf('field.invalid') : faultOf('value.choice', { known: choices.split('|') });
}

type Verbose = FastifySchemaValidationError & { parentSchema?: Record<string, unknown> };

/**
 * A preHandler for routes with attachValidation that answers all problems of the body at once. Unknown fields are
 * problems, at every level. `refused` has the problem of known fields that the form does not take.
 */
export const checkForm =
  (form: Form, refused: RefusedFields = {}) =>
  async (request: FastifyRequest): Promise<void> => {
    await checkAddress(request);
    refuseUnknown(request.body, form, refused);
    checkBody(request, form);
  };

export const time = (description: string) => Type.String({ format: 'date-time', description });
export const timeOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

export function futureTime(given: string | null | undefined, now: Date, field = 'expiresAt'): Date | undefined {
  if (given === null || given === undefined) return undefined;
  const time = new Date(given);
  if (Number.isNaN(time.getTime())) throw invalidBody([problemAt(field, 'field.invalid')]);
  if (time <= now) throw invalidBody([problemAt(field, 'time.past')]);
  return time;
}
