import type { FastifySchemaValidationError } from 'fastify';
import { faultOf, type Fault, type Problem } from '../../../../common/errors/catalogue.ts';
import { short } from '../../../../common/errors/short.ts';
import { maxPathLength } from '../../../../common/errors/words.ts';
import { earliestDate, latestDate } from '../document/fields.ts';

const maxNamed = 100;

/** Fields that Ajv adds to an error with `verbose`. */
interface Verbose extends FastifySchemaValidationError {
  data?: unknown;
  parentSchema?: { minimum?: number; type?: string | string[] };
}

/** The problems of a body. All are counted; only the first ones are listed. */
export interface Problems {
  readonly list: readonly Problem[];
  readonly count: number;
  add(path: string, fault: Fault): void;
}

/**
 * A class because every body has one and most stay empty: an object literal with a getter takes 30 times as long to
 * create.
 */
class CollectedProblems implements Problems {
  readonly list: Problem[] = [];
  count = 0;

  add(path: string, fault: Fault): void {
    this.count += 1;
    if (this.count <= maxNamed) this.list.push({ path: short(path, maxPathLength), ...fault });
  }
}

export const collectProblems = (): Problems => new CollectedProblems();

/** Ajv's errors as problems, one per field: a value of the wrong type breaks several rules at once. */
export function findProblemsOfSchema(errors: FastifySchemaValidationError[] | undefined, problems: Problems): void {
  if (errors === undefined) return;
  const seen = new Set<string>();
  for (const error of errors) {
    const path = pathOf(error);
    const fault = seen.has(path) ? undefined : faultIn(error);
    if (fault === undefined) continue;
    seen.add(path);
    problems.add(path, fault);
  }
}

/** "/articles/3/price" as "articles[3].price". */
function pathOf({ instancePath, keyword, params }: FastifySchemaValidationError): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') steps.push(String(params.missingProperty));
  return steps
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

const kinds: Record<string, Fault> = {
  string: faultOf('text.type'),
  number: faultOf('number.type'),
  array: faultOf('list.type'),
  object: faultOf('object.type'),
};

function faultIn({ keyword, params, data, parentSchema }: Verbose): Fault | undefined {
  if (parentSchema?.minimum === earliestDate) return faultOfDate(data);
  switch (keyword) {
    case 'required':
      return faultOf('field.required');
    case 'type': {
      const type = [params.type].flat().find((name) => name !== 'null') as string;
      // A number beyond the range of floats is reported by the exact check of numbers.
      if (type === 'number' && typeof data === 'number') return undefined;
      if (data === null && type === 'string') return faultOf('field.required');
      return kinds[type] ?? faultOf('value.type', { type });
    }
    case 'pattern':
      return faultOf('text.empty');
    case 'maxLength':
      return faultOf('text.long', { most: Number(params.limit) });
    case 'maxItems':
      return faultOf('list.long', { most: Number(params.limit) });
    // The exact check of numbers reports these.
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return undefined;
    default:
      return faultOf('field.invalid');
  }
}

function faultOfDate(data: unknown): Fault {
  const milliseconds = typeof data === 'number' ? data * 1000 : NaN;
  return milliseconds >= earliestDate && milliseconds <= latestDate
    ? faultOf('date.seconds', { sent: data as number, send: Math.round(milliseconds) })
    : faultOf('date.range');
}
