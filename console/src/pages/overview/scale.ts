/** Round numbers from zero to at least the highest, four or five of them, none with decimals. */
export function scaleTo(highest: number): number[] {
  const rough = Math.max(highest, 1) / 4;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((times) => times * ten >= rough) ?? 10) * ten);
  const whole = Number.isInteger(step) ? step : Math.ceil(step);
  return Array.from({ length: Math.ceil(Math.max(highest, 1) / whole) + 1 }, (_, n) => n * whole);
}
