import { problemEntryOf, type Language, type Problem, type Refusal } from './catalogue.ts';
import { textOf, type Parameters, type ErrorSentences, type ProblemSentences } from './entry.ts';

type AnySaid = ErrorSentences<Parameters, Parameters>;
type AnyProblem = ProblemSentences<Parameters, Parameters>;

/** Sentences are composed only here. */
export function say(language: Language, { code, parameters, problems }: Refusal): string {
  const { what, todo = '' } = language.errors[code] as AnySaid;
  const joined = problems.length === 0 ? '' : join(language, problems, countOf(parameters, problems));
  return [textOf(what, parameters, joined), textOf(todo, parameters, joined)].filter((part) => part !== '').join(' ');
}

export function sayProblem(language: Language, problem: Problem): string {
  const said = sayFault(language, problem);
  const whole = problemEntryOf(problem.code).standsAlone || problem.path === '' ? said : `${problem.path} ${said}`;
  return problem.line === undefined ? whole : language.line(problem.line) + whole;
}

/** Without the path, which is shown separately. */
export function sayFault(language: Language, { path, code, parameters }: Problem): string {
  const said = textOf((language.problems[code] as AnyProblem).what, parameters, path);
  return path === '' && !problemEntryOf(code).standsAlone ? `${language.body} ${said}` : said;
}

const countOf = ({ count }: Parameters, problems: readonly Problem[]) =>
  typeof count === 'number' ? count : problems.length;

/**
 * Joins the problems into one sentence, or one line each if they have line numbers, and adds how many are not listed.
 */
function join(language: Language, problems: readonly Problem[], count: number): string {
  const isFile = problems[0]?.line !== undefined;
  const more = count - problems.length;
  const said = problems.map((problem) => sayProblem(language, problem));
  if (more > 0) said.push(isFile ? language.moreMistakes(more) : language.moreProblems(more));
  return said.join(isFile ? '\n' : '; ');
}
