import type { FastifyRequest } from 'fastify';
import { maxListed, Reconciliation } from './schemas.ts';
import { faultOf } from '../../../common/errors/catalogue.ts';
import { invalidBody } from '../../errors/errors.ts';
import { checkedBodyWith } from '../../ground/http/bodies/body.ts';
import { collectProblems } from '../../ground/http/bodies/problems.ts';
import type { Steps } from '../../../common/steps.ts';
import { faultOfIdentifier, identifierOf } from '../../identifiers.ts';

const stepInvoices = 200;

function* checkReferences(request: FastifyRequest): Steps<void> {
  const { from, to, supplierInvoices } = request.body as Reconciliation;
  const problems = collectProblems();
  if (to <= from) problems.add('to', faultOf('date.order', { other: 'from' }));
  const firstLines = new Map<string, number>();
  for (const [at, { externalReferenceId }] of supplierInvoices.entries()) {
    if (at % stepInvoices === 0) yield;
    const path = () => pathOf(at);
    const fault = faultOfIdentifier(externalReferenceId);
    if (fault !== undefined) problems.add(path, fault);
    const reference = identifierOf(externalReferenceId);
    const earlier = firstLines.get(reference);
    if (earlier === undefined) firstLines.set(reference, at);
    else problems.add(path, faultOf('value.same', { other: pathOf(earlier) }));
  }
  if (problems.count > 0) throw invalidBody(problems.list, problems.count);
}

const pathOf = (at: number) => `supplierInvoices[${at}].externalReferenceId`;

export const checkedReconciliation = checkedBodyWith(
  { name: 'supplierInvoices', item: Reconciliation.properties.supplierInvoices.items, maxItems: maxListed },
  Reconciliation,
  [],
  checkReferences,
);
