import type { FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { badRequest, notFound } from '../errors/errors.ts';
import { isStorable } from '../ground/http/body.ts';
import { checkBody } from '../ground/http/check-body.ts';
import { joinProblems } from '../ground/http/problems.ts';
import { nearestOf } from '../ground/nearest.ts';
import type { Removed, Shape } from '../ground/shapes.ts';
import { quoted } from '../ground/short.ts';

const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** An id in a path. What is none leads nowhere, so it is a 404. */
export const idInPath = (description: string) => Type.String({ pattern: uuidPattern, description });

export const companyInPath = idInPath('The company’s id.');

/** An id in a body. */
export const idInBody = (description: string) =>
  Type.String({ format: 'uuid', minLength: 36, maxLength: 36, description });

export const textInQuery = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, description }));

/** For a preHandler on routes with attachValidation: 404 for a path that leads nowhere, 400 for a query that is not valid. */
export async function checkAddress(request: FastifyRequest): Promise<void> {
  const { validation = [], validationContext } = request.validationError ?? {};
  const params = Object.values(request.params as Record<string, string>);
  if (validationContext === 'params' || !params.every(isStorable)) throw notFound();
  const query = Object.entries(request.query as Record<string, string>);
  const problems = new Set<string>();
  for (const [name, value] of query)
    if (!isStorable(value)) problems.add(`${name} must not contain U+0000 or half of a surrogate pair`);
  if (validationContext === 'querystring' && problems.size === 0)
    for (const { instancePath, keyword, params: missing } of validation)
      problems.add(
        keyword === 'required'
          ? `${String(missing.missingProperty)} is required`
          : `${instancePath.slice(1)} is not valid`,
      );
  if (problems.size > 0)
    throw badRequest(
      'query.invalid',
      `${joinProblems([...problems])}. The reference documentation says what each parameter takes.`,
    );
}

/**
 * For a preHandler on routes with attachValidation: all problems of the body at once. An operator's form has no
 * fields that are kept for later, so one that is not known is a mistake. `refused` says why a field is not taken.
 */
export const checkForm =
  (shape: Shape, refused: Removed = {}) =>
  async (request: FastifyRequest): Promise<void> => {
    await checkAddress(request);
    if (isObject(request.body)) {
      const known = Object.keys(shape.properties ?? {});
      const unknown = Object.keys(request.body).filter((name) => !known.includes(name));
      // Only those that are named are looked at closely: a body may have a hundred thousand.
      const named = unknown.map((name, at) => (at < mostUnknown ? describe(name, known, refused) : ''));
      if (unknown.length > 0) throw badRequest('body.invalid', `${joinProblems(named)}.`, named);
    }
    checkBody(request, shape);
  };

const mostUnknown = 20;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function describe(name: string, known: string[], refused: Removed): string {
  if (Object.hasOwn(refused, name)) return `${name} ${refused[name]}`;
  const nearest = nearestOf(name, known);
  const advice = nearest === undefined ? `the fields are ${known.join(', ')}` : `did you mean ${nearest}`;
  return `${quoted(name)} is no known field; ${advice}`;
}

/** An answer of 200 in JSON. */
export const jsonAnswer = (schema: TSchema, description: string, example?: unknown) => ({
  description,
  content: {
    'application/json': { schema, ...(example !== undefined && { examples: { default: { value: example } } }) },
  },
});

export const doneAnswer = { description: 'Done.', type: 'null' };

export const time = (description: string) => Type.String({ format: 'date-time', description });
export const timeOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

/** The time at which a new credential expires, as the field expiresAt of a form gives it. */
export function futureTime(expiresAt: string | null | undefined, now: Date): Date | undefined {
  if (expiresAt === null || expiresAt === undefined) return undefined;
  const given = new Date(expiresAt);
  if (Number.isNaN(given.getTime())) throw badRequest('body.invalid', 'expiresAt is not valid.');
  if (given <= now) throw badRequest('body.invalid', 'expiresAt must be in the future.');
  return given;
}
