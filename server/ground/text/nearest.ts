export function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (name.length > 60) return undefined;
  const [best] = known
    .map((candidate) => ({ candidate, distance: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.candidate.length / 4))
    ? best.candidate
    : undefined;
}

/** Edit distance: changed, added, missing and swapped letters. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(change, last[j]! + 1, row[j - 1]! + 1, swapped ? beforeLast[j - 2]! + 1 : Infinity));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
