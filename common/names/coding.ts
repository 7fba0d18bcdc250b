import { names } from './names.ts';

export const codingKindNames = names({
  account: ['Account', 'Konto'],
  costCentre: ['Cost centre', 'Kostnadsställe'],
  project: ['Project', 'Projekt'],
  vatCode: ['VAT code', 'Momskod'],
});
