import type { Random } from './sums/random.testing.ts';

export const places = [
  'Eken',
  'Hamnen',
  'Västra Ängen',
  'Solrosen',
  'Ljungbacken',
  'Örnen',
  'Kontoret',
  'Giron',
  'Postgården',
];
export const people = [
  'Anna Lind',
  'Per Öberg',
  'Åsa Björk',
  'Lars-Erik Nilsson',
  'Maria Kontic',
  'Iban Ruiz',
  'Pia Girolami',
];
export const person = (random: Random) => random.pick(people);

export const digits = (random: Random, length: number): string =>
  Array.from({ length }, (_, at) => String(random.whole(at === 0 ? 1 : 0, 9))).join('');

export const withCheckDigit = (number: string): string => {
  let sum = 0;
  for (let at = 0; at < number.length; at++) {
    const digit = Number(number[number.length - 1 - at]);
    sum += at % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return number + String((10 - (sum % 10)) % 10);
};

export const hyphen = (number: string, last: number) => `${number.slice(0, -last)}-${number.slice(-last)}`;
export const anyBankGiro = (random: Random) => hyphen(withCheckDigit(digits(random, random.pick([6, 7]))), 4);
export const anyPostGiro = (random: Random) => hyphen(withCheckDigit(digits(random, random.whole(4, 7))), 1);

export function anySwedishIban(random: Random): string {
  const bban = `${random.pick(['500', '600', '800', '300', '120'])}${digits(random, 17)}`;
  const rest = [...`${bban}281400`].reduce((sum, digit) => (sum * 10 + Number(digit)) % 97, 0);
  return `SE${String(98 - rest).padStart(2, '0')}${bban}`;
}

export const organization = (random: Random) =>
  hyphen(withCheckDigit(`55${random.whole(2, 9)}${digits(random, 6)}`), 4);
export const personal = (random: Random) =>
  hyphen(withCheckDigit(`${random.whole(50, 99)}0${random.whole(1, 9)}1${random.whole(0, 9)}${digits(random, 3)}`), 4);
export const phone = (random: Random) =>
  random.pick([
    `08-${digits(random, 3)} ${digits(random, 2)} ${digits(random, 2)}`,
    `070-${digits(random, 3)} ${digits(random, 2)} ${digits(random, 2)}`,
    `+46 70 ${digits(random, 3)} ${digits(random, 4)}`,
    `0${digits(random, 3)}-${digits(random, 5)}`,
  ]);
export const day = (random: Random) =>
  `${random.whole(2019, 2030)}-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`;
export const time = (random: Random) => `${day(random)}T${random.whole(10, 23)}:${random.whole(10, 59)}:00Z`;
export const epoch = (random: Random) => 1_700_000_000_000 + random.whole(0, 2_000_000_000) * 40;
export const hex = (random: Random, length: number) =>
  Array.from({ length }, () => '0123456789abcdef'[random.whole(0, 15)]).join('');
export const uuid = (random: Random) => [8, 4, 4, 4, 12].map((length) => hex(random, length)).join('-');
export const gtin = (random: Random) => {
  const number = `73${digits(random, 10)}`;
  const sum = [...number].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return number + String((10 - (sum % 10)) % 10);
};
export const amount = (random: Random) => random.whole(0, 99_999_999) / 100;
export const base64 = (random: Random) =>
  Buffer.from(Array.from({ length: random.whole(30, 300) }, () => random.whole(0, 255))).toString('base64');
