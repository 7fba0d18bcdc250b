import { isStorable } from '../http/body.ts';
import { faultOfIdentifier, identifierOf } from '../../identifiers.ts';
import { faultOf } from '../../errors/catalogue.ts';
import { quoted } from '../../errors/short.ts';
import { unknownName, type Layout, type Report } from './rows.ts';

const longest = 255;

/** Null is the same as leaving the field out. */
export const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Any text, the empty one too. Undefined where it is not given, or was reported. */
export function readText(value: unknown, field: string, report: Report): string | undefined {
  if (!isGiven(value)) return undefined;
  if (typeof value !== 'string') report(field, faultOf('text.type'));
  else if (value.length > longest && Array.from(value).length > longest)
    report(field, faultOf('text.long', { most: longest }));
  else if (!isStorable(value)) report(field, faultOf('text.characters'));
  else if (value.includes('\uFFFD')) report(field, faultOf('file.replaced'));
  else return value;
  return undefined;
}

/** Undefined where it was reported. */
export function readRequiredText(value: unknown, field: string, report: Report): string | undefined {
  if (isGiven(value) && !(typeof value === 'string' && value.trim() === '')) return readText(value, field, report);
  report(field, faultOf('field.required'));
  return undefined;
}

/** What tells records apart, in the form in which it is compared. Undefined where it was reported. */
export function readIdentifier(value: unknown, field: string, report: Report): string | undefined {
  const text = readRequiredText(value, field, report);
  const fault = text === undefined ? undefined : faultOfIdentifier(text);
  if (fault !== undefined) report(field, fault);
  return text === undefined || fault !== undefined ? undefined : identifierOf(text);
}

/** As many as the console's form takes. */
const mostElements = 1_000;

/** The list: empty if the value is not a list, undefined if it is not given. */
export function readList(value: unknown, field: string, report: Report): unknown[] | undefined {
  if (!isGiven(value)) return undefined;
  if (Array.isArray(value) && value.length <= mostElements) return value;
  report(field, Array.isArray(value) ? faultOf('list.many', { most: mostElements }) : faultOf('list.type'));
  return [];
}

/** Each of a list's values may be there once; `field` tells the name of the one at a place. An empty one was reported. */
export function reportRepeated(values: string[], field: (place: number) => string, report: Report): void {
  const first = new Map<string, number>();
  values.forEach((value, place) => {
    if (value === '') return;
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, place);
    else report(field(place), faultOf('value.repeated', { value, other: field(earlier) }));
  });
}

const mostUnknown = 20;

/** In CSV the header has been checked once for all lines; in JSON each object has names of its own. */
export function reportUnknown(fields: object, path: string, layout: Layout, report: Report): void {
  const unknown = Object.keys(fields).filter((name) => !layout.fields.includes(name));
  for (const name of unknown.slice(0, mostUnknown))
    report(path + printable(name), unknownName('entry.unknown', name, layout));
  if (unknown.length > mostUnknown) report(path, faultOf('entries.unknown', { count: unknown.length - mostUnknown }));
}

/** A name as it stands where that is harmless to print. */
export const printable = (name: string) => (/^[\p{L}\p{N}_ .-]{1,80}$/u.test(name) ? name : quoted(name));
