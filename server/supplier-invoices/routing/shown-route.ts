import type { Route } from './route.ts';
import { readRoute } from './routes-store.ts';
import type { DutyDetails, ObstacleCode } from '../../../common/errors/notices.ts';
import { noticeOf } from '../../../common/errors/notices.ts';
import { short } from '../../../common/errors/words.ts';
import { mayDo, type Role } from '../../../common/permissions.ts';
import { actionUnless } from '../../decisions/table.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';

export interface RouteObstacle {
  code: ObstacleCode;
  parameters: DutyDetails;
}

/** Why an operator cannot confirm the step that an invoice waits in. */
export function obstacleToConfirm(
  { waitsFor, step, steps }: Pick<Route, 'waitsFor' | 'step' | 'steps'>,
  operatorId: string,
  nameOf: (id: string) => string,
): RouteObstacle | undefined {
  if (waitsFor.length === 0) return { code: 'route.none', parameters: {} };
  if (!waitsFor.includes(operatorId))
    return { code: 'route.other', parameters: { others: waitsFor.map((id) => short(nameOf(id))) } };
  return step === steps ? { code: 'route.last', parameters: {} } : undefined;
}

export const obstacleSaid = ({ code, parameters }: RouteObstacle) => ({
  code,
  parameters,
  why: noticeOf(code, parameters as never).message,
});

/** As an operator sees it with an open invoice; null without one. */
export async function shownRoute(db: Db, company: CompanyId, id: string, viewer: { id: string; role: Role }) {
  const found = await readRoute(db, company, id);
  if (found === undefined) return null;
  const { waitsFor, because, names, confirmed, ...rest } = found;
  const { deputies = {}, ruleId: _ruleId, confirmed: _counted, ...shown } = because;
  const nameOf = (one: string) => names[one] ?? '';
  const obstacle = mayDo(viewer.role, 'decide')
    ? obstacleToConfirm(found, viewer.id, nameOf)
    : { code: 'role.refused' as const, parameters: {} };
  return {
    ...rest,
    waitsFor: waitsFor.map((one) => ({
      id: one,
      name: nameOf(one),
      ...(deputies[one] && { deputyFor: deputies[one].map((away) => ({ id: away, name: nameOf(away) })) }),
    })),
    because: shown,
    confirmed: confirmed.map(({ at, ...one }) => ({ ...one, at: new Date(at) })),
    confirm: actionUnless(obstacle && obstacleSaid(obstacle)),
  };
}
