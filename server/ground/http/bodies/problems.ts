import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { faultOf, type Fault, type Problem } from '../../../../common/errors/catalogue.ts';
import { short, maxPathLength } from '../../../../common/errors/words.ts';
import type { Steps } from '../../../../common/steps.ts';
import { nearestOf } from '../../text/nearest.ts';
import { earliestDate, latestDate } from '../document/fields.ts';

/** A list in a body. */
export interface BodyList {
  name: string;
  /** The schema of one item. */
  item: object;
  maxItems: number;
}

/** Validating a shorter list takes below a millisecond. */
const minLongList = 100;

/** The items of a list that the schema of the body has not seen. */
interface TakenItems extends BodyList {
  items: readonly unknown[];
  isTooLong: boolean;
  /** Ajv's errors of one item; undefined if it is valid. */
  errorsOf(item: unknown): FastifyErrors;
}

type FastifyErrors = readonly FastifySchemaValidationError[] | null | undefined;

/** A preValidation: the schema sees a long list as empty, because Ajv cannot pause. */
export function takeOut({ body, call }: FastifyRequest, { name }: BodyList): void {
  const items = (body as Record<string, unknown> | null | undefined)?.[name];
  if (!Array.isArray(items) || items.length <= minLongList) return;
  call.takenList = items;
  (body as Record<string, unknown>)[name] = [];
}

/** One item too many is enough to refuse a list, so no more are looked at. */
export function putBack(request: FastifyRequest, list: BodyList): TakenItems | undefined {
  const { takenList } = request.call;
  if (takenList === undefined) return undefined;
  request.call.takenList = undefined;
  const isTooLong = takenList.length > list.maxItems;
  const items = isTooLong ? takenList.slice(0, list.maxItems) : takenList;
  (request.body as Record<string, unknown>)[list.name] = items;
  const validate = request.compileValidationSchema(list.item);
  return { ...list, items, isTooLong, errorsOf: (item) => (validate(item) ? undefined : validate.errors) };
}

const maxNamed = 100;

/** Fields that Ajv adds to an error with `verbose`. */
interface Verbose extends FastifySchemaValidationError {
  data?: unknown;
  parentSchema?: { minimum?: number; type?: string | string[]; properties?: object };
}

/** The problems of a body. All are counted; only the first ones are listed. */
export interface Problems {
  readonly list: readonly Problem[];
  readonly count: number;
  /** The path is only made if the problem is listed. */
  add(path: string | (() => string), fault: Fault): void;
}

/**
 * A class because every body has one and most stay empty: an object literal with a getter takes 30 times as long to
 * create.
 */
class CollectedProblems implements Problems {
  readonly list: Problem[] = [];
  count = 0;

  add(path: string | (() => string), fault: Fault): void {
    this.count += 1;
    if (this.count > maxNamed) return;
    this.list.push({ path: short(typeof path === 'string' ? path : path(), maxPathLength), ...fault });
  }
}

export const collectProblems = (): Problems => new CollectedProblems();

/** Ajv's errors as problems, one per field: a value of the wrong type breaks several rules at once. */
export function findProblemsOfSchema(errors: FastifyErrors, problems: Problems, prefix = ''): void {
  if (!errors) return;
  const seen = new Set<string>();
  for (const error of errors) {
    const pointer = pointerOf(error);
    const fault = seen.has(pointer) ? undefined : faultIn(error);
    if (fault === undefined) continue;
    seen.add(pointer);
    problems.add(() => pathOf(prefix + pointer), fault);
  }
}

const stepItems = 50;

export function* findingProblemsOfItems(
  { name, items, maxItems, isTooLong, errorsOf }: TakenItems,
  problems: Problems,
): Steps<void> {
  if (isTooLong) problems.add(name, faultOf('list.long', { most: maxItems }));
  for (const [at, item] of items.entries()) {
    if (at % stepItems === 0) yield;
    findProblemsOfSchema(errorsOf(item), problems, `/${name}/${at}`);
  }
}

/** A JSON Pointer. */
const pointerOf = ({ instancePath, keyword, params }: FastifySchemaValidationError): string =>
  keyword === 'required' ? `${instancePath}/${escaped(String(params.missingProperty))}` : instancePath;

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** "/articles/3/price" as "articles[3].price". */
const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

const kinds: Record<string, Fault> = {
  string: faultOf('text.type'),
  number: faultOf('number.type'),
  array: faultOf('list.type'),
  object: faultOf('object.type'),
};

function faultIn({ keyword, params, data, parentSchema }: Verbose): Fault | undefined {
  if (parentSchema?.minimum === earliestDate)
    // 0 is the same as leaving the date out.
    return data === 0 && parentSchema.type?.includes('null') === true ? undefined : faultOfDate(data);
  switch (keyword) {
    case 'required':
      return missingField(String(params.missingProperty), data, parentSchema?.properties);
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
    case 'enum':
      return faultOf('value.choice', {
        known: (params.allowedValues as unknown[]).filter((value) => value !== null).map(String),
      });
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

/** Names beyond these are not compared: a body may have 100,000. */
const maxCompared = 50;
const maxComparedLength = 60;

function missingField(field: string, body: unknown, known: object = {}): Fault {
  const names: string[] = [];
  for (const name in body as object) {
    if (!Object.hasOwn(known, name) && name.length <= maxComparedLength) names.push(name);
    if (names.length === maxCompared) break;
  }
  const sent = nearestOf(field, names);
  return sent === undefined ? faultOf('field.required') : faultOf('field.misspelt', { sent });
}

function faultOfDate(data: unknown): Fault {
  const milliseconds = typeof data === 'number' ? data * 1000 : NaN;
  return milliseconds >= earliestDate && milliseconds <= latestDate
    ? faultOf('date.seconds', { sent: data as number, send: Math.round(milliseconds) })
    : faultOf('date.range');
}
