import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import { maxListed, Reconciliation } from './schemas.ts';
import { faultOf } from '../../../common/errors/catalogue.ts';
import { invalidBody } from '../../errors/errors.ts';
import { checkBody } from '../../ground/http/bodies/check-body.ts';
import { collectProblems } from '../../ground/http/bodies/problems.ts';
import { faultOfIdentifier, identifierOf } from '../../identifiers.ts';

/** One invoice too many is enough to refuse a list; reporting the problems of all would take seconds. */
function cutSurplus(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('supplierInvoices' in body)) return;
  if (Array.isArray(body.supplierInvoices) && body.supplierInvoices.length > maxListed)
    body.supplierInvoices = body.supplierInvoices.slice(0, maxListed + 1);
}

function check(request: FastifyRequest): void {
  checkBody(request, Reconciliation);
  const { from, to, supplierInvoices } = request.body as Reconciliation;
  const problems = collectProblems();
  if (to <= from) problems.add('to', faultOf('date.order', { other: 'from' }));
  const places = new Map<string, number>();
  for (const [at, { externalReferenceId }] of supplierInvoices.entries()) {
    const path = pathOf(at);
    const fault = faultOfIdentifier(externalReferenceId);
    if (fault !== undefined) problems.add(path, fault);
    const reference = identifierOf(externalReferenceId);
    const earlier = places.get(reference);
    if (earlier === undefined) places.set(reference, at);
    else problems.add(path, faultOf('value.same', { other: pathOf(earlier) }));
  }
  if (problems.count > 0) throw invalidBody(problems.list, problems.count);
}

const pathOf = (at: number) => `supplierInvoices[${at}].externalReferenceId`;

export const checkedReconciliation: Pick<RouteShorthandOptions, 'preValidation' | 'preHandler'> = {
  preValidation: (request, _reply, done) => {
    cutSurplus(request.body);
    done();
  },
  preHandler: (request, _reply, done) => {
    check(request);
    done();
  },
};
