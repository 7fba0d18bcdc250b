import { findingCodes } from '../../../../common/errors/findings.ts';
import type { rulesText } from '../../text/rules.ts';
import type { OptionGroup } from './filters.tsx';

type Words = (typeof rulesText)['en'];
type Family = keyof Words['families'];

/** In the order of display: those about the payee come first. */
export const families: Family[] = ['payee', 'document', 'sum', 'duplicate', 'number', 'date', 'missing', 'other'];

export const familyOf = (code: string): Family => {
  const family = code.split('.', 1)[0] as Family;
  return families.includes(family) ? family : 'other';
};

export const findingOptions = ({ families: names, anyOf, names: rules }: Words): OptionGroup[] =>
  families.map((family) => ({
    group: names[family],
    items: [
      ...(family === 'other' ? [] : [[family, anyOf(names[family])] as [string, string]]),
      ...findingCodes.filter((code) => familyOf(code) === family).map((code): [string, string] => [code, rules[code]]),
    ],
  }));
