import { faultOf, problemAt, type Problem } from '../../common/errors/catalogue.ts';
import { invalidBody } from '../errors/errors.ts';
import { short } from '../../common/errors/short.ts';
import { nearestOf } from '../ground/text/nearest.ts';
import type { Shape } from '../ground/http/document/fields.ts';

/** As much of a form's schema as tells which names it has, at every level. */
export interface Form extends Shape {
  items?: Form;
  anyOf?: readonly Form[];
}

/** Why a field of the form that is known is not taken. */
export type Refused = Readonly<Record<string, 'field.fixed' | 'number.fixed' | 'email.fixed'>>;

interface Unknown {
  name: string;
  /** The path of the object that has it; empty for the form itself. */
  within: string;
  known: readonly string[];
}

const maxNamed = 20;

/** A 400 that names the fields that the form does not have, at any level. */
export function refuseUnknown(body: unknown, form: Form, refused: Refused = {}): void {
  const found: Unknown[] = [];
  findUnknown(body, [form], '', found);
  // A body may have a hundred thousand: the nearest name is looked for only for those that are named.
  const named = found.slice(0, maxNamed).map((unknown) => problemOf(unknown, refused));
  if (found.length > 0) throw invalidBody(named, found.length);
}

/** `forms` are the schemas that the value may have: several in a union, where a name is known if one of them has it. */
function findUnknown(value: unknown, forms: readonly Form[], path: string, found: Unknown[]): void {
  if (typeof value !== 'object' || value === null) return;
  const possible = forms.flatMap((form) => form.anyOf ?? form);
  if (Array.isArray(value)) {
    const items = possible.flatMap((form) => form.items ?? []);
    if (items.length > 0) value.forEach((item, at) => findUnknown(item, items, `${path}[${at}]`, found));
    return;
  }
  const objects = possible.flatMap<Readonly<Record<string, Form>>>((form) => form.properties ?? []);
  // Not an object's schema: the check of types refuses the value.
  if (objects.length === 0) return;
  const known = [...new Set(objects.flatMap((properties) => Object.keys(properties)))];
  for (const [name, inner] of Object.entries(value)) {
    const fields: Form[] = objects.flatMap((properties) => (Object.hasOwn(properties, name) ? properties[name]! : []));
    if (fields.length === 0) found.push({ name, within: path, known });
    else findUnknown(inner, fields, path === '' ? name : `${path}.${name}`, found);
  }
}

function problemOf({ name, within, known }: Unknown, refused: Refused): Problem {
  const path = within === '' ? short(name) : `${within}.${short(name)}`;
  if (within === '' && Object.hasOwn(refused, name)) return { path, ...faultOf(refused[name]!) };
  const nearest = nearestOf(name, known);
  return problemAt(path, 'field.unknown', nearest === undefined ? { known } : { nearest });
}
