const plain = /^(-?)(\d+)(?:\.(\d+))?$/;

export interface Separators {
  group: string;
  decimal: string;
  minus: string;
}

export function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(-1234567.5);
  const find = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise;
  return { group: find('group', ','), decimal: find('decimal', '.'), minus: find('minusSign', '-') };
}

/** Zeros may be added, but no digit is ever lost. Text that is not an exact number stays unchanged. */
export function groupDigits(text: string, { group, decimal, minus }: Separators, leastDecimals = 0): string {
  const match = plain.exec(text);
  if (match === null) return text;
  const [, sign, whole = '', fraction = ''] = match;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const decimals = fraction.padEnd(leastDecimals, '0');
  return `${sign ? minus : ''}${grouped}${decimals && decimal + decimals}`;
}
