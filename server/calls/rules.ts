import { bounded } from '../../common/errors/bounded.ts';
import { problemAt, type ErrorCode, type Problem, type Refusal } from '../../common/errors/catalogue.ts';
import { causeOf, keyOf } from '../../common/errors/causes.ts';
import type { Parameters } from '../../common/errors/entry.ts';
import { detached, scrub } from './redact.ts';

const mostProblems = 100;

const clean = (text: string) => detached(scrub(text));
const cut = (text: string, length: number) => clean(text.length > length ? `${text.slice(0, length)}…` : text);

/** What is kept of a refusal. */
export interface KeptRefusal {
  /** What the partner was told. */
  reason: string | undefined;
  /** Undefined where the call was accepted. */
  code?: ErrorCode | undefined;
  /** What fills the gaps of the reason. */
  parameters?: Parameters | undefined;
  /** What failures are counted by: the key of a cause. */
  cause: string | undefined;
  problems: readonly Problem[] | undefined;
}

/** Without what nobody may see, and no more of it than can be read. */
export function keptOf({ code, parameters, problems, message }: Refusal & { message: string }): KeptRefusal {
  const kept = {
    code,
    parameters: bounded(parameters, clean),
    problems: problems.slice(0, mostProblems).map(cleanProblem),
  };
  return {
    ...kept,
    reason: cut(message, 4_000),
    cause: keyOf(causeOf(kept)),
    problems: kept.problems.length === 0 ? undefined : withRest(kept.problems, parameters.count),
  };
}

/** With how many more there are. */
function withRest(problems: Problem[], count: Parameters[string]): Problem[] {
  const more = typeof count === 'number' ? count - problems.length : 0;
  return more > 0 ? [...problems, problemAt('', 'more', { count: more })] : problems;
}

const cleanProblem = ({ path, code, parameters }: Problem): Problem => ({
  path: cut(path, 300),
  code,
  parameters: bounded(parameters, clean),
});
