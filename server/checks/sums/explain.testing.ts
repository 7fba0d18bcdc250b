import { checkedOnArrival } from '../checked.testing.ts';
import { explainSums } from './explain.ts';

export type Fields = Record<string, unknown>;
export const invoice = (fields: Fields) => checkedOnArrival({ supplierNumber: '1042', currency: 'SEK', ...fields });
export const explained = (fields: Fields) => explainSums(invoice(fields));
export const codes = (fields: Fields) => explained(fields).findings.map(({ code }) => code);
export const lineFound = (line: Fields, fields: Fields = {}) => {
  const { findings } = explained({ ...fields, articles: [line] });
  return findings.filter(({ code }) => code === 'sum.line').map(({ parameters }) => parameters.expected);
};

export const boards = { quantity: 10, price: 125.5, totalPrice: 1255, vat: 25 };
