import type { FastifyRequest, preHandlerHookHandler } from 'fastify';
import { findProblemsOfText, refuseManyUnknown } from './body.ts';
import { collectProblems, findProblemsOfSchema, type Problems } from './problems.ts';
import { faultOf } from '../../../../common/errors/catalogue.ts';
import { ApiError, invalidBody } from '../../../errors/errors.ts';
import { faultOfIdentifier } from '../../../identifiers.ts';
import type { Shape } from '../document/fields.ts';

/**
 * Throws all problems of a JSON body at once. `shape` has the known fields; `identifiers` names those that identify
 * records. For routes with attachValidation.
 */
export function checkBody(request: FastifyRequest, shape: Shape = {}, identifiers: readonly string[] = []): void {
  if (request.body === undefined) throw new ApiError('body.empty', { why: 'object' });
  refuseManyUnknown(request.call, request.body, shape);
  // Without details the schema itself is faulty, and nothing was checked.
  if (request.validationError && !request.validationError.validation) throw request.validationError;
  const problems = collectProblems();
  findProblemsOfSchema(request.validationError?.validation, problems);
  for (const path of request.call.repeatedNames ?? []) problems.add(path, faultOf('name.repeated'));
  findProblemsOfText(request.call, shape, problems);
  findProblemsOfIdentifiers(request.body, identifiers, problems);
  if (problems.count > 0) throw invalidBody(problems.list, problems.count);
}

/** `checkBody` as a preHandler. Not async: a promise would take longer than the check. */
export const checkedBody =
  (shape: Shape, identifiers: readonly string[]): preHandlerHookHandler =>
  (request, _reply, done) => {
    checkBody(request, shape, identifiers);
    done();
  };

function findProblemsOfIdentifiers(body: unknown, identifiers: readonly string[], problems: Problems): void {
  for (const field of identifiers) {
    const value = (body as Record<string, unknown> | null)?.[field];
    const fault = typeof value === 'string' ? faultOfIdentifier(value) : undefined;
    if (fault !== undefined) problems.add(field, fault);
  }
}
