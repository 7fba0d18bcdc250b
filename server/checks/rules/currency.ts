import { currencies } from '../../../common/currencies.ts';
import { short } from '../../../common/errors/short.ts';
import { found, type Rule } from '../rule.ts';

export const isCurrency = (code: string): boolean => currencies.has(code);

export const currencyRule: Rule = {
  codes: ['currency.unknown'],
  needs: [],
  find: ({ currency }) =>
    currency === undefined || isCurrency(currency)
      ? []
      : [found('currency.unknown', { currency: short(currency) }, 'currency')],
};
