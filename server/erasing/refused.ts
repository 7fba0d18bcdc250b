import { noticeOf, type DutyDetails, type ObstacleCode } from '../../common/errors/notices.ts';
import type { Action } from '../decisions/table.ts';
import { conflict } from '../errors/errors.ts';

/** Why a person cannot be erased now. */
export interface EraseObstacle {
  code: Extract<ObstacleCode, `erase.${string}`>;
  /** Days. */
  parameters?: Pick<DutyDetails, 'on' | 'until'>;
}

export const refused = (code: EraseObstacle['code'], parameters: EraseObstacle['parameters'] = {}) =>
  conflict('decision.refused', { why: code, ...parameters });

export const eraseAction = (obstacle: EraseObstacle | undefined): Action =>
  obstacle === undefined
    ? { allowed: true }
    : { allowed: false, ...obstacle, why: noticeOf(obstacle.code, obstacle.parameters ?? {}).message };
