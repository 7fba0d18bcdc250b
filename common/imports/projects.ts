import type { Import } from './imports.ts';

interface Facility {
  number: string;
  name?: string;
}

/** Separates the values inside a cell. No spreadsheet uses it between cells. */
const separator = '|';

/** A backslash precedes a separator that is part of a value. */
const escaped = (text: string) => text.replace(/[\\|=]/g, '\\$&');
const unescaped = (text: string) => text.replace(/\\([\\|=])/g, '$1').trim();

function split(text: string, sign: string, max = Infinity): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && '\\|='.includes(text[at + 1] ?? ' ')) at++;
    else if (text[at] === sign && parts.length < max) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

const valuesIn = (cell: string) => split(cell, separator).filter((part) => part.trim() !== '');

const proposalIds = {
  read: (cell: string): string[] => valuesIn(cell).map(unescaped),
  // A = does not separate proposal ids, so it is not escaped.
  write: (ids: readonly string[]): string => ids.map((id) => id.replace(/[\\|]/g, '\\$&')).join(separator),
};

/** "1=Main building" is a facility's number and name; "1" is a facility without a name. */
export const facilityText = ({ number, name = '' }: Facility): string =>
  name === '' ? escaped(number) : `${escaped(number)}=${escaped(name)}`;

const facilities = {
  read: (cell: string): Facility[] =>
    valuesIn(cell).map((part) => {
      const [number = '', name = ''] = split(part, '=', 1).map(unescaped);
      return { number, name };
    }),
  write: (all: readonly Facility[]): string => all.map(facilityText).join(separator),
};

export const projectImport = {
  fields: {
    number: { en: 'Project number', sv: 'Projektnummer', required: true },
    name: { en: 'Name', sv: 'Namn', required: true },
    proposalIds: { en: 'Proposal ids', sv: 'Förslags-id', cell: proposalIds },
    facilities: { en: 'Facilities', sv: 'Anläggningar', cell: facilities },
  },
  example: [
    {
      number: 'P1',
      name: 'Kvarteret Eken',
      proposalIds: ['P-2026-014', 'P-2026-020'],
      facilities: [{ number: '1', name: 'Main building' }],
    },
    { number: 'P2', name: 'Hamnen', proposalIds: ['P-2026-015'], facilities: [{ number: '1', name: 'Quay' }] },
  ],
} satisfies Import;
