export interface Rate {
  percent: number;
  for: readonly string[];
}

const twelve = ['hotels', 'restaurants'];
const six = ['books', 'newspapers', 'passenger transport'];

type Rates = readonly [highest: Rate, ...others: Rate[]];
const rates = (atTwelve: readonly string[], atSix: readonly string[]): Rates => [
  { percent: 25, for: ['everything else'] },
  { percent: 12, for: atTwelve },
  { percent: 6, for: atSix },
];
const foodAtTwelve = rates([...twelve, 'food'], six);
const foodAtSix = rates(twelve, [...six, 'food']);

/** Latest first. */
const dated: readonly (readonly [from: string, rates: Rates])[] = [
  ['2028-01-01', foodAtTwelve],
  ['2026-04-01', foodAtSix],
];

/** The day is YYYY-MM-DD. Highest rate first. */
export const ratesOn = (day: string): Rates => dated.find(([from]) => day >= from)?.[1] ?? foodAtTwelve;
