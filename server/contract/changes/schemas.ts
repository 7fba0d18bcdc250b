import { inside, namesOf, report, resolve, type Comparison, type ChangeLocation } from './changes.ts';

/** Requests must stay accepted; answers must stay readable. */
export function compareSchemas(comparison: Comparison, released: any, current: any, location: ChangeLocation): void {
  if (released === undefined || current === undefined) {
    if (released !== current)
      report(
        comparison,
        location,
        current === undefined ? 'is no longer described' : 'is described',
        current === undefined,
      );
    return;
  }
  const shared = sharedName(released);
  if (shared !== undefined) {
    const pair = [shared, sharedName(current), location.direction, location.wasDeprecated].join(' ');
    if (comparison.seen.has(pair)) return;
    comparison.seen.add(pair);
    location = inside(location, `${shared} (${location.direction === 'request' ? 'as sent' : 'as answered'})`);
  }
  const before = variantsOf(comparison.before, released);
  const after = variantsOf(comparison.after, current);
  const [onlyBefore] = before;
  const [onlyAfter] = after;
  if (before.length === 1 && after.length === 1) compareOne(comparison, onlyBefore, onlyAfter, location);
  else compareVariants(comparison, before, after, location);
}

const sharedName = (schema: any): string | undefined => /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];

function variantsOf(document: any, schema: any): any[] {
  const { anyOf, oneOf, ...rest } = flat(document, schema);
  const variants: any[] | undefined = anyOf ?? oneOf;
  if (variants === undefined) return [rest];
  return variants.flatMap((variant) => variantsOf(document, variant)).map((variant) => ({ ...rest, ...variant }));
}

/** The parts of allOf as one schema. */
function flat(document: any, schema: any): any {
  const { allOf = [], ...whole } = resolve(document, schema);
  for (const part of allOf) {
    const { properties, required = [], ...more } = flat(document, part);
    Object.assign(whole, more);
    if (properties !== undefined) whole.properties = { ...whole.properties, ...properties };
    if (required.length > 0) whole.required = [...(whole.required ?? []), ...required];
  }
  return whole;
}

/** Each form that was accepted must still be, and each form that is answered must have been one before. */
function compareVariants(comparison: Comparison, before: any[], after: any[], location: ChangeLocation): void {
  const isRequest = location.direction === 'request';
  const [needed, offered] = isRequest ? [before, after] : [after, before];
  const lost = needed.filter(
    (one) =>
      !offered.some((other) => {
        const trial = { ...comparison, changes: [], seen: new Set<string>() };
        compareOne(trial, isRequest ? one : other, isRequest ? other : one, { ...location, wasDeprecated: false });
        return trial.changes.every(({ isBreaking }) => !isBreaking);
      }),
  );
  for (const form of lost)
    report(comparison, location, `${isRequest ? 'no longer accepts' : 'may now also be'} ${inWords(form)}`, true);
  if (lost.length === 0 && before.length !== after.length)
    report(comparison, location, `has ${after.length} forms instead of ${before.length}`, false);
}

const inWords = (schema: any): string =>
  schema.title ?? schema.description ?? `a value of type ${typesOf(schema).join(' or ')}`;

function compareOne(comparison: Comparison, released: any, current: any, location: ChangeLocation): void {
  location = inside(location, location.where, released);
  if (current.deprecated === true && released.deprecated !== true)
    report(comparison, location, 'is now deprecated', false);
  compareTypes(comparison, released, current, location);
  compareValues(comparison, released, current, location);
  compareDefaults(comparison, released, current, location);
  compareLimits(comparison, released, current, location);
  compareFields(comparison, released, current, location);
  if (released.items !== undefined || current.items !== undefined)
    compareSchemas(comparison, released.items ?? {}, current.items ?? {}, inside(location, `${location.where}[]`));
}

const everyType = ['string', 'number', 'boolean', 'object', 'array', 'null'];
const typesOf = (schema: any): string[] =>
  schema.type === undefined ? (valuesOf(schema)?.map(typeOf) ?? everyType) : [schema.type].flat();
const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const covers = (types: string[], type: string) =>
  types.includes(type) || (type === 'integer' && types.includes('number'));

function compareTypes(comparison: Comparison, released: any, current: any, location: ChangeLocation): void {
  if (released.type === undefined && current.type === undefined) return;
  const [before, after] = [typesOf(released), typesOf(current)];
  const isRequest = location.direction === 'request';
  const removed = before.filter((type) => !covers(after, type));
  const added = after.filter((type) => !covers(before, type));
  for (const type of removed)
    report(comparison, location, isRequest ? `no longer accepts ${type}` : `is never ${type} any more`, isRequest);
  for (const type of added)
    report(comparison, location, isRequest ? `also accepts ${type}` : `may now be ${type}`, !isRequest);
}

const valuesOf = (schema: any): unknown[] | undefined =>
  'const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined);

function compareValues(comparison: Comparison, released: any, current: any, location: ChangeLocation): void {
  const [before, after] = [valuesOf(released), valuesOf(current)];
  const isRequest = location.direction === 'request';
  if (before === undefined && after === undefined) return;
  if (before === undefined)
    report(comparison, location, `is limited to ${(after as unknown[]).map(quoted).join(', ')}`, isRequest);
  else if (after === undefined) report(comparison, location, 'is no longer limited to certain values', false);
  else {
    for (const value of before.filter((one) => !after.includes(one)))
      report(comparison, location, `${isRequest ? 'no longer accepts' : 'never has'} the value ${quoted(value)}`, true);
    for (const value of after.filter((one) => !before.includes(one)))
      report(comparison, location, `${isRequest ? 'also accepts' : 'may now have'} the value ${quoted(value)}`, false);
  }
}

/** A request that leaves the field out would mean something else. */
function compareDefaults(comparison: Comparison, released: any, current: any, location: ChangeLocation): void {
  if (location.direction !== 'request' || released.default === undefined) return;
  if (quoted(released.default) !== quoted(current.default))
    report(comparison, location, `defaults to ${quoted(current.default)} instead of ${quoted(released.default)}`, true);
}

const quoted = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
/** Two of these cannot be compared, so any other value counts as narrower, except a pattern with more alternatives. */
const shapes = ['pattern', 'format', 'contentEncoding', 'contentMediaType', 'multipleOf', 'uniqueItems'];

function compareLimits(comparison: Comparison, released: any, current: any, location: ChangeLocation): void {
  const isRequest = location.direction === 'request';
  for (const limit of [...upper, ...lower, ...shapes]) {
    const [before, after] = [released[limit], current[limit]];
    if (before === after) continue;
    const isNarrower =
      after !== undefined &&
      (before === undefined ||
        (shapes.includes(limit)
          ? limit !== 'pattern' || !hasMoreAlternatives(before, after)
          : upper.includes(limit)
            ? after < before
            : after > before));
    const what =
      after === undefined
        ? `no longer has the ${limit} ${before}`
        : `has the ${limit} ${after}${before === undefined ? '' : ` instead of ${before}`}`;
    // Programs rely on the shape of what they read: int64 instead of int32 overflows, another encoding is unreadable.
    const isReshaped = shapes.includes(limit) && before !== undefined && (after !== undefined || limit !== 'pattern');
    report(comparison, location, what, isRequest ? isNarrower : isReshaped);
  }
}

const alternatives = /\([^()]*\|[^()]*\)/g;
const withoutAlternatives = (pattern: string) => pattern.replaceAll(alternatives, '()');

function hasMoreAlternatives(before: string, after: string): boolean {
  const now = new Set(after.split(/[|()]/));
  return (
    withoutAlternatives(before) === withoutAlternatives(after) && before.split(/[|()]/).every((piece) => now.has(piece))
  );
}

function compareFields(comparison: Comparison, released: any, current: any, location: ChangeLocation): void {
  const isRequest = location.direction === 'request';
  const isRequired = (schema: any, name: string) => schema.required?.includes(name) === true;
  for (const name of namesOf(released.properties, current.properties)) {
    const [before, after] = [released.properties?.[name], current.properties?.[name]];
    const wasDeprecated = before === undefined ? undefined : resolve(comparison.before, before);
    const at = inside(location, `${location.where}.${name}`, wasDeprecated);
    if (after === undefined) report(comparison, at, 'was removed', true);
    else if (before === undefined)
      report(
        comparison,
        at,
        isRequest && isRequired(current, name) ? 'was added and is required' : 'was added',
        isRequest && isRequired(current, name),
      );
    else {
      if (isRequired(released, name) !== isRequired(current, name)) {
        const words = isRequest
          ? ['is now required', 'is now optional']
          : ['is now always there', 'may now be missing'];
        const isNow = isRequired(current, name);
        report(comparison, at, words[isNow ? 0 : 1] as string, isNow === isRequest);
      }
      compareSchemas(comparison, before, after, at);
    }
  }
  compareFurtherFields(comparison, released.additionalProperties, current.additionalProperties, location);
}

function compareFurtherFields(
  comparison: Comparison,
  before: any = true,
  after: any = true,
  location: ChangeLocation,
): void {
  if (before === false && after === false) return;
  const at = inside(location, `${location.where}.*`);
  if (after === false)
    report(comparison, at, 'further fields are no longer accepted', location.direction === 'request');
  else if (before === false) report(comparison, at, 'may have further fields', false);
  else if (before !== true || after !== true)
    compareSchemas(comparison, before === true ? {} : before, after === true ? {} : after, at);
}
