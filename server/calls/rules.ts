import {
  bounded,
  problemAt,
  type ErrorCode,
  type Problem,
  type Refusal,
  causeOf,
  keyOf,
} from '../../common/errors/catalogue.ts';
import type { Parameters } from '../../common/errors/entry.ts';
import { detached, scrub } from './redact.ts';

const maxProblems = 100;

const clean = (text: string) => detached(scrub(text));
const cut = (text: string, length: number) => clean(text.length > length ? `${text.slice(0, length)}…` : text);

export interface StoredRefusal {
  /** The message of the error. */
  reason: string | undefined;
  /** Undefined if the call was accepted. */
  code?: ErrorCode | undefined;
  parameters?: Parameters | undefined;
  /** Failures are counted by this key. */
  cause: string | undefined;
  problems: readonly Problem[] | undefined;
}

export interface Call extends StoredRefusal {
  id: string;
  traceId: string;
  at: Date;
  partnerId: string | undefined;
  operation: string;
  status: number;
  durationMs: number;
  body: string | undefined;
  /** Undefined means false. */
  isDryRun?: boolean | undefined;
  /** Whether it was answered as an earlier call with the same Idempotency-Key. Undefined means false. */
  isReplay?: boolean | undefined;
  /** The record that it created, of the type that its operation creates. */
  subjectId: string | undefined;
}

export function storedRefusal({ code, parameters, problems, message }: Refusal & { message: string }): StoredRefusal {
  const refusal = {
    code,
    parameters: bounded(parameters, clean),
    problems: problems.slice(0, maxProblems).map(cleanProblem),
  };
  return {
    ...refusal,
    reason: cut(message, 4_000),
    cause: keyOf(causeOf(refusal)),
    problems: refusal.problems.length === 0 ? undefined : withRest(refusal.problems, parameters.count),
  };
}

function withRest(problems: Problem[], count: Parameters[string]): Problem[] {
  const more = typeof count === 'number' ? count - problems.length : 0;
  return more > 0 ? [...problems, problemAt('', 'more', { count: more })] : problems;
}

const cleanProblem = ({ path, code, parameters }: Problem): Problem => ({
  path: cut(path, 300),
  code,
  parameters: bounded(parameters, clean),
});
