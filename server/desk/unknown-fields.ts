import { faultOf, problemAt, type Problem } from '../../common/errors/catalogue.ts';
import { invalidBody } from '../errors/errors.ts';
import { short } from '../../common/errors/words.ts';
import { nearestOf } from '../ground/text/nearest.ts';
import type { Shape } from '../ground/http/document/fields.ts';

/** The part of a form's schema that names the fields, at every level. */
export interface Form extends Shape {
  items?: Form;
  anyOf?: readonly Form[];
}

/** Known fields that a form does not accept, with the error code of each. */
export type RefusedFields = Readonly<Record<string, 'field.fixed' | 'number.fixed' | 'email.fixed'>>;

interface UnknownField {
  name: string;
  /** The path of the object that has the field; empty for the form itself. */
  within: string;
  known: readonly string[];
}

const maxNamed = 20;

export function refuseUnknown(body: unknown, form: Form, refused: RefusedFields = {}): void {
  const found: UnknownField[] = [];
  findUnknown(body, [form], '', found);
  // A body may have 100,000 unknown fields: find the nearest name only for those in the answer.
  const named = found.slice(0, maxNamed).map((unknown) => problemOf(unknown, refused));
  if (found.length > 0) throw invalidBody(named, found.length);
}

/** `forms` are the possible schemas of the value. In a union, a name is known if one of its schemas has it. */
function findUnknown(value: unknown, forms: readonly Form[], path: string, found: UnknownField[]): void {
  if (typeof value !== 'object' || value === null) return;
  const possible = forms.flatMap((form) => form.anyOf ?? form);
  if (Array.isArray(value)) {
    const items = possible.flatMap((form) => form.items ?? []);
    if (items.length > 0) value.forEach((item, at) => findUnknown(item, items, `${path}[${at}]`, found));
    return;
  }
  const objects = possible.flatMap<Readonly<Record<string, Form>>>((form) => form.properties ?? []);
  // Not an object's schema: the check of types reports the value.
  if (objects.length === 0) return;
  const known = [...new Set(objects.flatMap((properties) => Object.keys(properties)))];
  for (const [name, inner] of Object.entries(value)) {
    const fields: Form[] = objects.flatMap((properties) => (Object.hasOwn(properties, name) ? properties[name]! : []));
    if (fields.length === 0) found.push({ name, within: path, known });
    else findUnknown(inner, fields, path === '' ? name : `${path}.${name}`, found);
  }
}

function problemOf({ name, within, known }: UnknownField, refused: RefusedFields): Problem {
  const path = within === '' ? short(name) : `${within}.${short(name)}`;
  if (within === '' && Object.hasOwn(refused, name)) return { path, ...faultOf(refused[name]!) };
  const nearest = nearestOf(name, known);
  return problemAt(path, 'field.unknown', nearest === undefined ? { known } : { nearest });
}
