import type { FastifySchemaValidationError } from 'fastify';
import { longestPath } from '../json/json.ts';
import { earliestDate, latestDate } from '../shapes.ts';
import { short } from '../short.ts';

const mostNamed = 100;

/** What Ajv adds to an error with `verbose`. */
interface Verbose extends FastifySchemaValidationError {
  data?: unknown;
  parentSchema?: { minimum?: number; type?: string | string[] };
}

/** The problems of a body. All are counted, and as many are written out as are named. */
export interface Problems {
  readonly list: string[];
  add(path: string, problem: string): void;
}

export function collectProblems(): Problems {
  const list: string[] = [];
  return {
    list,
    add: (path, problem) => void list.push(list.length < mostNamed ? `${short(path, longestPath)} ${problem}` : ''),
  };
}

/** As much as an answer can hold with room to spare, in bytes of JSON. */
const mostBytes = 12 * 1024;

/** All problems in one sentence, each with its path; at most a hundred are written out, then the number of the others, which may be empty. */
export function joinProblems(
  problems: readonly string[],
  separator = '; ',
  more = (many: number) => `and ${many} more`,
): string {
  let bytes = 0;
  const tooMany = problems.findIndex(
    (problem, at) => at === mostNamed || problem === '' || (at > 0 && (bytes += bytesOf(problem)) > mostBytes),
  );
  if (tooMany === -1) return problems.join(separator);
  return [...problems.slice(0, tooMany), more(problems.length - tooMany)].join(separator);
}

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** Ajv's errors in a partner's words; one a field, since a value of the wrong type breaks several rules at once. */
export function findProblemsOfSchema(errors: FastifySchemaValidationError[] | undefined, problems: Problems): void {
  const seen = new Set<string>();
  for (const error of errors ?? []) {
    const path = pathOf(error);
    const takes = seen.has(path) ? undefined : whatItTakes(error);
    if (takes === undefined) continue;
    seen.add(path);
    problems.add(path, takes);
  }
}

/** "/articles/3/price" as "articles[3].price". */
function pathOf({ instancePath, keyword, params }: FastifySchemaValidationError): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') steps.push(String(params.missingProperty));
  const path = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  return path === '' ? 'the body' : path.replace(/^\./, '');
}

const kinds: Record<string, string> = {
  string: 'must be a string',
  number: 'must be a number',
  array: 'must be an array',
  object: 'must be a JSON object',
};

function whatItTakes({ keyword, params, data, parentSchema }: Verbose): string | undefined {
  if (parentSchema?.minimum === earliestDate) return describeDate(data);
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type': {
      const type = [params.type].flat().find((name) => name !== 'null') as string;
      // A number beyond every float is named by the exact check of numbers.
      if (type === 'number' && typeof data === 'number') return undefined;
      return data === null && type === 'string' ? 'is required' : (kinds[type] ?? `must be of type ${type}`);
    }
    case 'pattern':
      return 'must not be empty';
    case 'maxLength':
      return `must have at most ${thousands(params.limit)} characters`;
    case 'maxItems':
      return `must have at most ${thousands(params.limit)} lines`;
    // Exact numbers are compared exactly, elsewhere.
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return undefined;
    default:
      return 'is not valid';
  }
}

export const dateTakes = 'must be whole epoch milliseconds between 2000-01-01 and 2100-01-01';

function describeDate(data: unknown): string {
  if (typeof data !== 'number') return dateTakes;
  const fitsAsSeconds = data * 1000 >= earliestDate && data * 1000 <= latestDate;
  return fitsAsSeconds ? `${dateTakes}; ${data} looks like seconds, so send ${Math.round(data * 1000)}` : dateTakes;
}

const thousands = (limit: unknown) => Number(limit).toLocaleString('en-US');
