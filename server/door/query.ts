import type { FastifyRequest, FastifySchemaValidationError, preHandlerHookHandler } from 'fastify';
import { faultOf, type Fault, type Problem } from '../../common/errors/catalogue.ts';
import { ApiError, invalidQuery } from '../errors/errors.ts';
import { isStorable } from '../ground/http/bodies/body.ts';
import type { Shape } from '../ground/http/document/fields.ts';
import { publishedKeyword } from '../ground/http/document/publish.ts';
import { faultOfIdentifier, identifierOf } from '../identifiers.ts';

/**
 * A preHandler for routes with attachValidation: every invalid query parameter is a problem. `identifiers` are
 * parameters that identify records; they are brought into normal form.
 */
export const checkedQuery =
  (identifiers: readonly string[]): preHandlerHookHandler =>
  (request, _reply, done) => {
    refuseQuery(request, identifiers, faultIn);
    done();
  };

/** The same for a route whose path has a parameter, and which says of a parameter no more than its range. */
export const checkedAddress =
  (unknown: () => ApiError): preHandlerHookHandler =>
  (request, _reply, done) => {
    const isUnknown = request.validationError?.validationContext === 'params';
    if (isUnknown || !Object.values(request.params as Record<string, string>).every(isStorable)) throw unknown();
    refuseQuery(request, [], (_problem, schema) => rangeOf(schema) ?? faultOf('field.invalid'));
    done();
  };

interface PublishedParameter {
  [publishedKeyword]?: { minimum?: number; maximum?: number };
}

type FaultIn = (problem: FastifySchemaValidationError, schema: PublishedParameter) => Fault;

function refuseQuery(request: FastifyRequest, identifiers: readonly string[], faultIn: FaultIn): void {
  const query = request.query as Record<string, string>;
  // One problem per parameter: a value may break several rules.
  const problems = new Map<string, Problem>();
  for (const name of Object.keys(query)) {
    const value = query[name] as string;
    const fault = isStorable(value)
      ? identifiers.includes(name) && faultOfIdentifier(value)
      : faultOf('text.characters');
    if (fault) problems.set(name, { path: name, ...fault });
    else if (identifiers.includes(name)) query[name] = identifierOf(value);
  }
  for (const problem of request.validationError?.validation ?? []) {
    const { properties = {} } = (request.routeOptions.schema?.querystring ?? {}) as Shape;
    const name = problem.instancePath.slice(1);
    if (!problems.has(name)) problems.set(name, { path: name, ...faultIn(problem, properties[name] ?? {}) });
  }
  if (problems.size > 0) throw invalidQuery([...problems.values()]);
}

function rangeOf({
  [publishedKeyword]: { minimum: least, maximum: most } = {},
}: PublishedParameter): Fault | undefined {
  return least === undefined || most === undefined ? undefined : faultOf('number.range', { least, most });
}

function faultIn({ keyword, params }: FastifySchemaValidationError, schema: PublishedParameter): Fault {
  if (keyword === 'enum') return faultOf('value.choice', { known: params.allowedValues as string[] });
  if (keyword === 'maxLength') return faultOf('text.long', { most: Number(params.limit) });
  if (keyword === 'minLength') return faultOf('text.empty');
  return rangeOf(schema) ?? faultOf('field.invalid');
}
