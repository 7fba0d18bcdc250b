import type { Parameters, Value } from './entry.ts';
import { short } from './short.ts';

const longestValue = 300;
const mostValues = 50;

/**
 * Limits the length of parameters before they are sent or stored: a caller's value may be of any length. `clean`
 * removes secrets.
 */
export const bounded = (parameters: Parameters, clean = (text: string) => text): Parameters =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, boundedValue(value, clean)]));

function boundedValue(value: Value, clean: (text: string) => string): Value {
  if (typeof value === 'string') return clean(short(value, longestValue));
  if (typeof value !== 'object') return value;
  return value.slice(0, mostValues).map((text) => clean(short(text, longestValue)));
}
