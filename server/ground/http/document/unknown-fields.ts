import { nearestOf } from '../../text/nearest.ts';
import type { Shape, RemovedFields } from './fields.ts';

const maxNamed = 20;
/** A body can have 100,000 unknown fields; counting stops here. */
const maxCounted = 1_000;

/** A field of a body that its operation does not have. */
export interface UnknownField {
  /** At most 80 characters of it. */
  path: string;
  /** The path of the known field with the nearest name. */
  nearest?: string;
  /** What to send instead of a field that was removed from the interface. */
  instead?: string;
}

export interface UnknownFields {
  /** Each path once, at most 20. */
  named: UnknownField[];
  /** The number of all, counted a little beyond 1,000. */
  count: number;
  isCounted: boolean;
}

export function findUnknownFields(shape: Shape, body: object, removed: RemovedFields = {}): UnknownFields {
  const found = new Map<string, () => UnknownField>();
  collect(shape, body as Record<string, unknown>, '', removed, found);
  // Finding the nearest name is costly, so only the listed fields get one.
  const named = found.size === 0 ? [] : [...found.values()].slice(0, maxNamed).map((describe) => describe());
  return { named, count: found.size, isCounted: found.size <= maxCounted };
}

function collect(
  shape: Shape,
  body: Record<string, unknown>,
  path: string,
  removed: RemovedFields,
  found: Map<string, () => UnknownField>,
) {
  const known = fieldsOf(shape);
  for (const name in body) {
    const lines = known.get(name);
    if (lines === undefined) {
      const at = path + name;
      if (!found.has(at)) found.set(at, () => describe(at, name, [...known.keys()], path, removed));
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

function describe(at: string, name: string, known: string[], path: string, removed: RemovedFields): UnknownField {
  const instead = Object.hasOwn(removed, at) ? removed[at] : undefined;
  if (instead !== undefined) return { path: at, instead };
  const shown = at.length > 80 ? `${at.slice(0, 80).replace(/\p{Surrogate}$/u, '')}…` : at;
  const nearest = nearestOf(name, known);
  return nearest === undefined ? { path: shown } : { path: shown, nearest: path + nearest };
}
