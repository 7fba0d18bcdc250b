import { callbackify } from 'node:util';
import type { FastifyRequest, preHandlerHookHandler, RouteShorthandOptions } from 'fastify';
import { findingProblemsOfText, isLong, refusingManyUnknown } from './body.ts';
import { putBack, takeOut, type BodyList } from './long-lists.ts';
import { collectProblems, findingProblemsOfItems, findProblemsOfSchema, type Problems } from './problems.ts';
import { faultOf } from '../../../../common/errors/catalogue.ts';
import { ApiError, invalidBody } from '../../../errors/errors.ts';
import { faultOfIdentifier } from '../../../identifiers.ts';
import { inTurns } from '../../scheduling/slices.ts';
import { atOnce, type Steps } from '../../../../common/steps.ts';
import type { Shape } from '../document/fields.ts';

/**
 * Throws all problems of a JSON body at once. `shape` has the known fields; `identifiers` names those that identify
 * records. For routes with attachValidation.
 */
function* checkingBody(
  request: FastifyRequest,
  shape: Shape,
  identifiers: readonly string[] = [],
  list?: BodyList,
): Steps<void> {
  if (request.body === undefined) throw new ApiError('body.empty', { why: 'object' });
  const taken = list && putBack(request, list);
  yield* refusingManyUnknown(request.call, request.body, shape);
  // Without details the schema itself is faulty, and nothing was checked.
  if (request.validationError && !request.validationError.validation) throw request.validationError;
  const problems = collectProblems();
  findProblemsOfSchema(request.validationError?.validation, problems);
  if (taken !== undefined) yield* findingProblemsOfItems(taken, problems);
  for (const path of request.call.repeatedNames ?? []) problems.add(path, faultOf('name.repeated'));
  yield* findingProblemsOfText(request.call, shape, problems);
  findProblemsOfIdentifiers(request.body, identifiers, problems);
  if (problems.count > 0) throw invalidBody(problems.list, problems.count);
}

export const checkBody = (request: FastifyRequest, shape: Shape): void => atOnce(checkingBody(request, shape));

/** Not async: a promise would take longer than the check of a short body. */
const checked =
  (check: (request: FastifyRequest) => Steps<void>): preHandlerHookHandler =>
  (request, _reply, done) => {
    const { call } = request;
    if (isLong(call))
      callbackify(() => inTurns(check(request), call.caller?.key))((error) => done(error as Error | undefined));
    else {
      atOnce(check(request));
      done();
    }
  };

/** `checkBody` as a preHandler. A long body is checked in steps. */
export const checkedBody = (shape: Shape, identifiers: readonly string[]): preHandlerHookHandler =>
  checked((request) => checkingBody(request, shape, identifiers));

/** The same for a body with a list that may be long. `checkMore` looks at a body that has no other problem. */
export const checkedBodyWith = (
  list: BodyList,
  shape: Shape,
  identifiers: readonly string[] = [],
  checkMore?: (request: FastifyRequest) => Steps<void>,
): Pick<RouteShorthandOptions, 'preValidation' | 'preHandler'> => ({
  preValidation: (request, _reply, done) => {
    takeOut(request, list);
    done();
  },
  preHandler: checked(function* (request) {
    yield* checkingBody(request, shape, identifiers, list);
    if (checkMore !== undefined) yield* checkMore(request);
  }),
});

function findProblemsOfIdentifiers(body: unknown, identifiers: readonly string[], problems: Problems): void {
  for (const field of identifiers) {
    const value = (body as Record<string, unknown> | null)?.[field];
    const fault = typeof value === 'string' ? faultOfIdentifier(value) : undefined;
    if (fault !== undefined) problems.add(field, fault);
  }
}
