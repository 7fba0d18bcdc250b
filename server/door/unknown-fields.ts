import type { Shape, RemovedFields } from '../ground/http/document/fields.ts';
import { findUnknownFields, type UnknownField } from '../ground/http/document/unknown-fields.ts';

const keptUnused = 'kept but not used';

/**
 * One sentence per unknown field, with the nearest known one: a misspelt field is not an error, but it must not go
 * unnoticed.
 */
export function unknownFields(shape: Shape, body: object, removed?: RemovedFields, isKept = true): string[] {
  const { named, count, isCounted } = findUnknownFields(shape, body, removed);
  const unused = isKept ? keptUnused : 'not used';
  const sentences = named.map((field) => describe(field, unused));
  if (count === named.length) return sentences;
  const more = `${count - named.length}${isCounted ? ' more' : ' or more'}`;
  return [...sentences, `${more} unknown fields were ${unused}.`];
}

function describe({ path, nearest, instead }: UnknownField, unused: string): string {
  if (instead !== undefined) return `field ${path} was removed from the interface, so it was ${unused}; ${instead}.`;
  const sentence = `unknown field ${path} was ${unused}`;
  return nearest === undefined ? `${sentence}.` : `${sentence}; did you mean ${nearest}?`;
}
