import { codingKinds } from '../coding.ts';
import { codingKindNames } from '../names/coding.ts';
import { languages } from '../names/names.ts';
import type { Import } from './imports.ts';

/** A cell may name the list in either language. Other texts stay, and are reported. */
const kind = {
  read: (cell: string): string =>
    codingKinds.find((kind) =>
      languages.some((language) => codingKindNames[language][kind].toLowerCase() === cell.toLowerCase()),
    ) ?? cell,
  write: (kind: string): string => kind,
};

const truths = new Map([
  ...['true', 'yes', 'ja', '1'].map((text) => [text, true] as const),
  ...['false', 'no', 'nej', '0'].map((text) => [text, false] as const),
]);

/** Other texts stay, and are reported unless they are empty. */
const active = {
  read: (cell: string): boolean | string => truths.get(cell.toLowerCase()) ?? cell,
  write: String,
};

export const codingImport = {
  fields: {
    kind: { en: 'List', sv: 'Lista', required: true, cell: kind },
    code: { en: 'Code', sv: 'Kod', required: true },
    name: { en: 'Name', sv: 'Namn', required: true },
    active: { en: 'Active', sv: 'Aktiv', cell: active },
  },
  example: [
    { kind: 'account', code: '4010', name: 'Materials', active: true },
    { kind: 'costCentre', code: '20', name: 'Building', active: true },
    { kind: 'project', code: 'P1', name: 'Kvarteret Eken', active: true },
    { kind: 'vatCode', code: '25', name: 'VAT 25 %', active: false },
  ],
} satisfies Import;
