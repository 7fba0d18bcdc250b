import { isStorable } from '../http/bodies/body.ts';
import { faultOfIdentifier, identifierOf } from '../../identifiers.ts';
import { faultOf } from '../../../common/errors/catalogue.ts';
import { quoted } from '../../../common/errors/words.ts';
import { unknownName, type Layout } from './layout.ts';
import type { Report } from './rows.ts';

const maxLength = 255;

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Accepts any string, also an empty one. Returns undefined if the value is absent or was reported. */
export function readText(value: unknown, field: string, report: Report): string | undefined {
  if (!isGiven(value)) return undefined;
  if (typeof value !== 'string') report(field, faultOf('text.type'));
  else if (value.length > maxLength && Array.from(value).length > maxLength)
    report(field, faultOf('text.long', { most: maxLength }));
  else if (!isStorable(value)) report(field, faultOf('text.characters'));
  else if (value.includes('\uFFFD')) report(field, faultOf('file.replaced'));
  else return value;
  return undefined;
}

export function readRequiredText(value: unknown, field: string, report: Report): string | undefined {
  if (isGiven(value) && !(typeof value === 'string' && value.trim() === '')) return readText(value, field, report);
  report(field, faultOf('field.required'));
  return undefined;
}

export function readIdentifier(value: unknown, field: string, report: Report): string | undefined {
  const text = readRequiredText(value, field, report);
  const fault = text === undefined ? undefined : faultOfIdentifier(text);
  if (fault !== undefined) report(field, fault);
  return text === undefined || fault !== undefined ? undefined : identifierOf(text);
}

const maxElements = 1_000;

/** Returns an empty list if the value is not a list, and undefined if it is absent. */
export function readList(value: unknown, field: string, report: Report): unknown[] | undefined {
  if (!isGiven(value)) return undefined;
  if (Array.isArray(value) && value.length <= maxElements) return value;
  report(field, Array.isArray(value) ? faultOf('list.many', { most: maxElements }) : faultOf('list.type'));
  return [];
}

/** Empty values were reported before, so they are skipped. */
export function reportRepeated(values: string[], pathAt: (index: number) => string, report: Report): void {
  const first = new Map<string, number>();
  values.forEach((value, index) => {
    if (value === '') return;
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, index);
    else report(pathAt(index), faultOf('value.repeated', { value, other: pathAt(earlier) }));
  });
}

const maxUnknown = 20;

/** For JSON, in which each object has its own names. A CSV file has them once, in its header. */
export function reportUnknown(fields: object, path: string, layout: Layout, report: Report): void {
  const unknown = Object.keys(fields).filter((name) => !layout.fields.includes(name));
  for (const name of unknown.slice(0, maxUnknown))
    report(path + printable(name), unknownName('entry.unknown', name, layout));
  if (unknown.length > maxUnknown) report(path, faultOf('entries.unknown', { count: unknown.length - maxUnknown }));
}

export const printable = (name: string) => (/^[\p{L}\p{N}_ .-]{1,80}$/u.test(name) ? name : quoted(name));
