import type { Steps } from '../../../common/steps.ts';

const stepItems = 1_000;

/** A stable sort in steps: runs of a thousand items are sorted at once, then merged. */
export function* sorting<T>(items: readonly T[], isBefore: (one: T, other: T) => boolean): Steps<T[]> {
  const compare = (one: T, other: T) => (isBefore(one, other) ? -1 : isBefore(other, one) ? 1 : 0);
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += stepItems) {
    runs.push(items.slice(from, from + stepItems).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* merging(runs[at] as T[], runs[at + 1] ?? [], isBefore));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merging<T>(first: T[], second: T[], isBefore: (one: T, other: T) => boolean): Steps<T[]> {
  if (second.length === 0) return first;
  const merged: T[] = [];
  for (let [one, other] = [0, 0]; merged.length < first.length + second.length;) {
    const isOther = one === first.length || (other < second.length && isBefore(second[other] as T, first[one] as T));
    const count = merged.push((isOther ? second[other++] : first[one++]) as T);
    if (count % stepItems === 0) yield;
  }
  return merged;
}
