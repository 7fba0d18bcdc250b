import type { StepConfirmation } from './routing-schemas.ts';
import { audit } from '../../../audit/record.ts';
import { short } from '../../../../common/errors/words.ts';
import { decide, type DecisionDeps } from '../../../decisions/decide.ts';
import type { RecordCall } from '../../../desk/operation.ts';
import { conflict, notFound } from '../../../errors/errors.ts';
import { obstacleToAsk } from '../../deciding/decision-rules.ts';
import { lockToDecide } from '../../deciding/lock-store.ts';
import { recordInvoiceEvent } from '../../invoice-event.ts';
import { readRoutingBasis, routeInvoices } from '../../routing/route-invoices.ts';
import { readRoute, writeConfirmation } from '../../routing/routes-store.ts';
import { obstacleToConfirm } from '../../routing/shown-route.ts';

/**
 * Confirms a step before the last for somebody whom the invoice waits for at this moment: an absence may have ended, and
 * rules may have changed, since the operator saw it.
 */
export const confirmStep = (
  deps: DecisionDeps,
  { company, operator, role, id: named, traceId, body }: RecordCall<StepConfirmation>,
): Promise<void> =>
  decide(deps, company, async (tx, now) => {
    const invoice = await lockToDecide(tx, company, named);
    if (invoice === undefined) throw notFound();
    const { id, state } = invoice;
    const decided = obstacleToAsk(state, role);
    if (decided !== undefined) throw conflict('decision.refused', { why: decided.code });
    const basis = await readRoutingBasis(tx, company, now);
    // Without rules nothing is written.
    const routes = basis.rules.length === 0 ? undefined : await routeInvoices(tx, basis, [id], now);
    const route = routes?.get(id);
    if (route?.because.ruleId === undefined) throw conflict('decision.refused', { why: 'route.none' });
    const { confirmed = [] } = (await readRoute(tx, company, id)) ?? {};
    const latest = confirmed.findLast(({ step }) => step === body.step);
    const obstacle = obstacleToConfirm(route, operator.id, (one) => basis.names.get(one) ?? '');
    if (latest !== undefined && (obstacle !== undefined || route.step !== body.step))
      throw conflict('decision.refused', {
        why: 'route.confirmed',
        by: short(latest.by),
        at: new Date(latest.at).toISOString(),
      });
    if (obstacle !== undefined) throw conflict('decision.refused', { why: obstacle.code, ...obstacle.parameters });
    if (route.step !== body.step) throw conflict('decision.refused', { why: 'route.other' });
    const { ruleId, rule = '', deputies = {} } = route.because;
    const confirmedFor = [operator.id, ...(deputies[operator.id] ?? [])];
    await writeConfirmation(tx, company, id, { ruleId, step: body.step, operatorId: operator.id, confirmedFor }, now);
    await routeInvoices(tx, basis, [id], now);
    const by = { id: operator.id, name: operator.name };
    await recordInvoiceEvent(tx, company, id, 'supplierinvoice.confirmed', { by, traceId, step: body.step, rule }, now);
    const entry = { action: 'supplierinvoice.confirmed', subjectId: id, data: { step: body.step, rule } };
    await audit(tx, company, operator, entry, now);
  });
