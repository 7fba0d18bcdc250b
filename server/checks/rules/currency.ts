import { currencies } from './currencies.ts';
import { short } from '../../errors/short.ts';
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
