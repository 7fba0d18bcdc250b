import type { FieldDifferences, UnknownName } from '../../../../common/errors/words.ts';

export const number = (value: number) => value.toLocaleString('sv-SE');

/** "den skiljer sig från det som skickades nu i totalPrice" */
export function differing({ fields, moreFields }: FieldDifferences): string {
  if (fields.length === 0) return 'inget skiljer sig från det som skickades nu';
  return `den skiljer sig från det som skickades nu i ${fields.join(', ')}${moreFields > 0 ? ` och ${moreFields} fält till` : ''}`;
}

export const advice = (name: UnknownName, all: string): string =>
  'nearest' in name
    ? `menade du ${name.nearest}?`
    : 'instead' in name
      ? name.instead
      : `${all} är ${name.known.join(', ')}`;
