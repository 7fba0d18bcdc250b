import type { FastifySchemaValidationError } from 'fastify';

export const earliestDate = Date.UTC(2000, 0, 1);
export const latestDate = Date.UTC(2100, 0, 1);

const mostNamed = 100;

/** What Ajv adds to an error with `verbose`. */
interface Verbose extends FastifySchemaValidationError {
  data?: unknown;
  parentSchema?: { minimum?: number; type?: string | string[] };
}

/** All problems in one sentence, each with its path. */
export function joinProblems(problems: string[]): string {
  const named = problems.slice(0, mostNamed).join('; ');
  return problems.length > mostNamed ? `${named}; and ${problems.length - mostNamed} more` : named;
}

/** Ajv's errors in a partner's words; one a field, since a value of the wrong type breaks several rules at once. */
export function problemsOfSchema(errors: FastifySchemaValidationError[] | undefined): string[] {
  const problems = new Map<string, string>();
  for (const error of errors ?? []) {
    const path = pathOf(error);
    const takes = whatItTakes(error);
    if (takes !== undefined && !problems.has(path)) problems.set(path, `${path} ${takes}`);
  }
  return [...problems.values()];
}

/** "/articles/3/price" as "articles[3].price". */
function pathOf({ instancePath, keyword, params }: FastifySchemaValidationError): string {
  const steps = instancePath.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
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
