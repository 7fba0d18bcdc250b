import type { FastifyRequest, preHandlerHookHandler } from 'fastify';
import { problemAt, type Problem } from '../../common/errors/catalogue.ts';
import { ApiError, notFound } from '../errors/errors.ts';
import { isStorable } from '../ground/http/bodies/body.ts';
import type { Shape } from '../ground/http/document/fields.ts';
import { publishedKeyword } from '../ground/http/document/publish.ts';

/**
 * A preHandler for reading routes with attachValidation: `unknown`, by default a 404, for an invalid path parameter;
 * 400 with the allowed range for an invalid query.
 */
export const checkedAddress =
  (unknown: () => ApiError = notFound): preHandlerHookHandler =>
  (request, _reply, done) => {
    done(mistakeIn(request, unknown));
  };

function mistakeIn(request: FastifyRequest, unknown: () => ApiError): ApiError | undefined {
  const { validation = [], validationContext } = request.validationError ?? {};
  const params = Object.values((request.params ?? {}) as Record<string, string>);
  if (validationContext === 'params' || !params.every(isStorable)) return unknown();
  const { properties = {} } = (request.routeOptions.schema?.querystring ?? {}) as Shape;
  // One problem per parameter: a value may break several rules.
  const problems = new Map<string, Problem>();
  for (const [name, value] of Object.entries(request.query as Record<string, string>))
    if (!isStorable(value)) problems.set(name, problemAt(name, 'text.characters'));
  if (validationContext === 'querystring')
    for (const { instancePath } of validation) {
      const name = instancePath.slice(1);
      if (!problems.has(name)) problems.set(name, problemOf(name, properties[name]));
    }
  if (problems.size === 0) return undefined;
  return new ApiError('query.invalid', { why: 'problems', count: problems.size }, { problems: [...problems.values()] });
}

interface PublishedParameter {
  [publishedKeyword]?: { minimum?: number; maximum?: number };
}

function problemOf(name: string, schema: PublishedParameter = {}): Problem {
  const { minimum, maximum } = schema[publishedKeyword] ?? {};
  return minimum === undefined || maximum === undefined
    ? problemAt(name, 'field.invalid')
    : problemAt(name, 'number.range', { least: minimum, most: maximum });
}
