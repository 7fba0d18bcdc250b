interface Facility {
  number: string;
  name: string;
}

/** What parts the values inside a cell. No spreadsheet uses it between cells. */
const separator = '|';

/** A sign that parts values, inside of one, has a backslash before it. */
const escaped = (text: string) => text.replace(/[\\|=]/g, '\\$&');
const plain = (text: string) => text.replace(/\\([\\|=])/g, '$1').trim();

/** Parts a text at each sign that has no backslash of its own before it, at most so often. */
function parted(text: string, sign: string, most = Infinity): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && '\\|='.includes(text[at + 1] ?? ' ')) at++;
    else if (text[at] === sign && parts.length < most) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** A proposal id may hold a =, which parts nothing there. */
export const proposalsText = (proposalIds: readonly string[]): string =>
  proposalIds.map((proposalId) => proposalId.replace(/[\\|]/g, '\\$&')).join(separator);

/** "1=Main building" is a facility's number and name; "1" is one without a name. */
export const facilityText = ({ number, name }: Facility): string =>
  name === '' ? escaped(number) : `${escaped(number)}=${escaped(name)}`;

export const facilitiesText = (facilities: readonly Facility[]): string => facilities.map(facilityText).join(separator);

const partsOf = (cell: string) => parted(cell, separator).filter((part) => part.trim() !== '');

export const proposalsIn = (cell: string): string[] => partsOf(cell).map(plain);

export const facilitiesIn = (cell: string): Facility[] =>
  partsOf(cell).map((part) => {
    const [number = '', name = ''] = parted(part, '=', 1).map(plain);
    return { number, name };
  });
