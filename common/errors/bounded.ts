import type { Parameters, Value } from './entry.ts';
import { short } from './short.ts';

const maxLength = 300;
const maxValues = 50;

/**
 * Parameters are cut before they are sent or stored: a caller's value may be of any length. `clean` removes secrets.
 */
export const bounded = (parameters: Parameters, clean = (text: string) => text): Parameters =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, boundedValue(value, clean)]));

function boundedValue(value: Value, clean: (text: string) => string): Value {
  if (typeof value === 'string') return clean(short(value, maxLength));
  if (typeof value !== 'object') return value;
  return value.slice(0, maxValues).map((text) => clean(short(text, maxLength)));
}
