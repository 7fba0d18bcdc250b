import type { Invoice } from '../../../api/types.ts';
import type { sumsText } from './text.ts';

type Words = (typeof sumsText)['en']['reading'];

/** Usual readings are left out. */
export const readingIn = (words: Words, { reading }: NonNullable<Invoice['sums']>): string =>
  [
    words.price[reading.price],
    words.discount[reading.discount],
    words.vat[reading.vat],
    words.lineVat[reading.lineVat],
    reading.linesIncludeVat ? words.linesIncludeVat : '',
    reading.totalIncludesVat ? '' : words.totalWithoutVat,
    reading.isRounded ? words.isRounded : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
