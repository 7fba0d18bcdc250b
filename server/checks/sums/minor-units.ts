/** ISO 4217: how many decimals money has, where that is not two. */
const decimals = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);

/** An unknown or missing currency has two. */
export const minorUnits = (currency: string | undefined): number =>
  currency === undefined ? 2 : (decimals.get(currency) ?? 2);
