import { endOfString, stepChars, unusualDigits } from '../../json/scan.ts';
import type { Steps } from '../../../../common/steps.ts';
import type { ParametersOf } from '../../../../common/errors/catalogue.ts';

const maxDepth = 20;
const maxValues = 250_000;
/**
 * Unknown names per object, at any depth: an object with 100,000 names takes several times as long as a list of as many
 * values.
 */
export const maxUnknown = 1_000;
/**
 * More than any object of the interface has. An object with more names than both bounds together is not even parsed.
 */
const maxKnown = 100;

export const manyUnknown = { why: 'fields', most: maxUnknown } as const;

const unusualText = /\\u(?:0000|d[89a-f])/i;

export interface BodyMeasures {
  excess?: ParametersOf<'body.excess'>;
  /** Names in all objects together. */
  names: number;
  /** An object has enough names to exceed the limit of unknown ones. */
  isWide: boolean;
  /** The body has a number with an exponent or too many digits for a float, or text that PostgreSQL may not store. */
  isUnusual: boolean;
}

/**
 * Measures the text before it is parsed, in one pass: a small text can contain a great many values, and a repeated name
 * hides its first value in the parsed result.
 */
export function* measuring(text: string): Steps<BodyMeasures> {
  let depth = 0;
  let values = 0;
  let names = 0;
  let digits = 0;
  let isWide = false;
  const own = [0];
  let isUnusual = text.includes('\\') && unusualText.test(text);
  let step = stepChars;
  for (let at = 0; at < text.length; at++) {
    if (at >= step) {
      yield;
      step = at + stepChars;
    }
    const code = text.charCodeAt(at);
    if ((code >= 0x30 && code <= 0x39) || code === 0x2e) {
      if (++digits >= unusualDigits && depth > 0) isUnusual = true;
      continue;
    }
    // The e of true and false does not follow a digit. A bare number is not a valid body anyway.
    if (digits > 0 && depth > 0 && (code | 0x20) === 0x65) isUnusual = true;
    digits = 0;
    switch (code) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x2c:
        if (++values > maxValues) return { excess: { why: 'values', most: maxValues }, names, isWide, isUnusual };
        break;
      case 0x3a:
        names++;
        if (++(own[depth] as number) <= maxUnknown) break;
        isWide = true;
        if ((own[depth] as number) > maxUnknown + maxKnown) return { excess: manyUnknown, names, isWide, isUnusual };
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > maxDepth) return { excess: { why: 'levels', most: maxDepth }, names, isWide, isUnusual };
        own[depth] = 0;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      default:
    }
  }
  return { names, isWide, isUnusual };
}
