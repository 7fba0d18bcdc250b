import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemAt, type Problem } from '../../../../common/errors/catalogue.ts';
import { ApiError } from '../../../errors/errors.ts';
import { nearestOf } from '../../text/nearest.ts';
import type { Shape } from '../document/fields.ts';
import { short } from '../../../../common/errors/words.ts';

/** A URL may have thousands of parameters; only the named ones get a suggestion. */
const maxNamed = 20;

/**
 * An unknown or repeated query parameter is a 400: a misspelt filter that is silently ignored is worse than an error.
 * Names that begin with _ are left aside: HTTP clients and proxies add them against caches, and no filter has such a name.
 * It runs after the checks that come before the body.
 */
export function checkParameters(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    done(request.url.includes('?') ? mistakeIn(request) : undefined);
  });
}

function mistakeIn(request: FastifyRequest): ApiError | undefined {
  const undecodable = undecodableIn(request.url.slice(request.url.indexOf('?') + 1));
  if (undecodable.length > 0)
    return new ApiError(
      'query.invalid',
      { why: 'problems', count: undecodable.length },
      { problems: undecodable.slice(0, maxNamed).map((name) => problemAt(short(name), 'text.encoding')) },
    );
  const { properties = {} } = (request.routeOptions.schema?.querystring ?? {}) as Shape;
  const known = Object.keys(properties);
  const problems: Problem[] = [];
  let count = 0;
  for (const [name, value] of Object.entries(request.query as object)) {
    const isKnown = known.includes(name);
    if (!isKnown && name.startsWith('_') && name !== '__proto__') {
      delete (request.query as Record<string, unknown>)[name];
      continue;
    }
    if (isKnown && !Array.isArray(value)) continue;
    count += 1;
    if (count <= maxNamed) problems.push(isKnown ? problemAt(name, 'parameter.repeated') : unknownIn(known, name));
  }
  if (count === 0) return undefined;
  if (known.length === 0) return new ApiError('query.invalid', { why: 'nothing' });
  return new ApiError('query.invalid', { why: 'problems', count }, { problems });
}

/** Names of parameters whose bytes are not UTF-8. The parser would keep them percent-encoded, as another value. */
function undecodableIn(query: string): string[] {
  if (!query.includes('%')) return [];
  return query.split('&').flatMap((piece) => {
    try {
      decodeURIComponent(piece);
      return [];
    } catch {
      return [piece.split('=', 1)[0] as string];
    }
  });
}

function unknownIn(known: string[], name: string): Problem {
  const nearest = nearestOf(name, known);
  return problemAt(short(name), 'parameter.unknown', nearest === undefined ? { known } : { nearest });
}
