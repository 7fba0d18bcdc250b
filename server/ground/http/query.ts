import type { FastifyInstance, FastifyRequest } from 'fastify';
import { joinProblems } from './problems.ts';
import { badRequest, type ApiError } from '../../errors/errors.ts';
import { nearestOf } from '../nearest.ts';
import type { Shape } from '../shapes.ts';
import { short } from '../short.ts';

/** Only those that are named are looked at closely: an address may have thousands. */
const mostNamed = 20;

/**
 * A query parameter that the operation does not know, or that comes twice, is a 400: a misspelt filter that does not filter is
 * worse than none. For the operations of a scope; it comes after what is found before the body is read.
 */
export function checkParameters(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    done(request.url.includes('?') ? mistakeIn(request) : undefined);
  });
}

function mistakeIn(request: FastifyRequest): ApiError | undefined {
  const { properties = {} } = (request.routeOptions.schema?.querystring ?? {}) as Shape;
  const known = Object.keys(properties);
  const problems: string[] = [];
  for (const [name, value] of Object.entries(request.query as object)) {
    if (!known.includes(name)) problems.push(problems.length < mostNamed ? describe(name, known) : '');
    else if (Array.isArray(value)) problems.push(`${name} is sent more than once`);
  }
  if (problems.length === 0) return undefined;
  if (known.length === 0) return badRequest('query.invalid', 'This operation takes no query parameters.');
  return badRequest('query.invalid', joinProblems(problems).replace(/[^?]$/, '$&.'));
}

function describe(name: string, known: string[]): string {
  const nearest = nearestOf(name, known);
  const advice = nearest === undefined ? `the parameters are ${known.join(', ')}` : `did you mean ${nearest}?`;
  return `${JSON.stringify(short(name))} is not a parameter of this operation; ${advice}`;
}
