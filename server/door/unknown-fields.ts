import { nearestOf } from '../ground/text/nearest.ts';
import type { Shape, RemovedFields } from '../ground/http/document/fields.ts';

const maxNamed = 20;
/** A body can have 100,000 unknown fields; counting stops here. */
const maxCounted = 1_000;

const keptUnused = 'kept but not used';

type Describe = (isKept: boolean) => string;

/**
 * One sentence per unknown field, with the nearest known one: a misspelt field is not an error, but it must not go
 * unnoticed.
 */
export function unknownFields(shape: Shape, body: object, removed: RemovedFields = {}, isKept = true): string[] {
  const found = new Map<string, Describe>();
  collect(shape, body as Record<string, unknown>, '', removed, found);
  if (found.size === 0) return [];
  // The suggestion is costly, so only the listed fields get one.
  const sentences = [...found.values()].slice(0, maxNamed).map((describe) => describe(isKept));
  if (found.size <= maxNamed) return sentences;
  const more = `${found.size - maxNamed}${found.size > maxCounted ? ' or more' : ' more'}`;
  return [...sentences, `${more} unknown fields were ${isKept ? keptUnused : 'not used'}.`];
}

function collect(
  shape: Shape,
  body: Record<string, unknown>,
  path: string,
  removed: RemovedFields,
  found: Map<string, Describe>,
) {
  const known = fieldsOf(shape);
  for (const name in body) {
    const lines = known.get(name);
    if (lines === undefined) {
      const at = path + name;
      if (!found.has(at)) found.set(at, (isKept) => describe(at, name, [...known.keys()], path, removed, isKept));
    } else if (lines !== 'plain') {
      const value = body[name];
      if (!Array.isArray(value)) continue;
      for (const line of value) {
        if (found.size > maxCounted) return;
        collect(lines, line, `${path}${name}[].`, removed, found);
      }
    }
  }
}

type Fields = Map<string, Shape | 'plain'>;
const prepared = new WeakMap<Shape, Fields>();

/** Cached per shape: every name of every body is looked up, which takes several times as long in a schema. */
function fieldsOf(shape: Shape): Fields {
  const known = prepared.get(shape);
  if (known !== undefined) return known;
  const fields: Fields = new Map(
    Object.entries<Shape>(shape.properties ?? {}).map(([name, { items }]) => [
      name,
      items?.properties === undefined ? 'plain' : items,
    ]),
  );
  prepared.set(shape, fields);
  return fields;
}

function describe(at: string, name: string, known: string[], path: string, removed: RemovedFields, isKept: boolean) {
  const shown = at.length > 80 ? `${at.slice(0, 80).replace(/\p{Surrogate}$/u, '')}…` : at;
  if (Object.hasOwn(removed, at))
    return `field ${at} was removed from the interface, so it was ${isKept ? keptUnused : 'not used'}; ${removed[at]}.`;
  const nearest = nearestOf(name, known);
  const unused = `unknown field ${shown} was ${isKept ? keptUnused : 'not used'}`;
  return nearest === undefined ? `${unused}.` : `${unused}; did you mean ${path}${nearest}?`;
}
