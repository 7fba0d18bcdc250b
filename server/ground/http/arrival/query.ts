import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemAt, type Problem } from '../../../../common/errors/catalogue.ts';
import { ApiError } from '../../../errors/errors.ts';
import { nearestOf } from '../../text/nearest.ts';
import type { Shape } from '../document/fields.ts';
import { short } from '../../../../common/errors/short.ts';

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
  const problems: Problem[] = [];
  let count = 0;
  for (const [name, value] of Object.entries(request.query as object)) {
    const isKnown = known.includes(name);
    if (isKnown && !Array.isArray(value)) continue;
    count += 1;
    if (count <= mostNamed) problems.push(isKnown ? problemAt(name, 'parameter.repeated') : unknownIn(known, name));
  }
  if (count === 0) return undefined;
  if (known.length === 0) return new ApiError('query.invalid', { why: 'nothing' });
  return new ApiError('query.invalid', { why: 'problems', count }, { problems });
}

function unknownIn(known: string[], name: string): Problem {
  const nearest = nearestOf(name, known);
  return problemAt(short(name), 'parameter.unknown', nearest === undefined ? { known } : { nearest });
}
