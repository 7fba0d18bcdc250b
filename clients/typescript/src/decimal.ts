const pattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;
const maxDigits = 1_000;

/** An exact decimal number. `0.1` plus `0.2` is `0.3`, and `12.50` keeps its last zero. */
export class Decimal {
  readonly #units: bigint;
  readonly #scale: number;

  private constructor(units: bigint, scale: number) {
    this.#units = units;
    this.#scale = scale;
  }

  /** Throws if the value is no decimal number. */
  static from(value: Amount): Decimal {
    if (value instanceof Decimal) return value;
    const text = digitsOf(value);
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = pattern.exec(text) ?? refuse(text);
    const scale = fraction.length - Number(exponent);
    if (whole.length + Math.abs(scale) > maxDigits) refuse(text);
    const units = BigInt(whole + fraction + '0'.repeat(Math.max(-scale, 0)));
    return new Decimal(sign === '' ? units : -units, Math.max(scale, 0));
  }

  plus(other: Amount): Decimal {
    const [one, two, scale] = this.#alignedWith(other);
    return new Decimal(one + two, scale);
  }

  minus(other: Amount): Decimal {
    const [one, two, scale] = this.#alignedWith(other);
    return new Decimal(one - two, scale);
  }

  times(other: Amount): Decimal {
    const factor = Decimal.from(other);
    return new Decimal(this.#units * factor.#units, this.#scale + factor.#scale);
  }

  /** By value: 12.50 equals 12.5. */
  equals(other: Amount): boolean {
    return this.compare(other) === 0;
  }

  /** Less than 0 if this is the smaller one, as for `Array.sort`. */
  compare(other: Amount): number {
    const [one, two] = this.#alignedWith(other);
    return one < two ? -1 : one > two ? 1 : 0;
  }

  toString(): string {
    const digits = (this.#units < 0n ? -this.#units : this.#units).toString().padStart(this.#scale + 1, '0');
    const whole = digits.slice(0, digits.length - this.#scale);
    const fraction = digits.slice(digits.length - this.#scale);
    return `${this.#units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
  }

  /** All digits, never an exponent. */
  toFixed(): string {
    return this.toString();
  }

  toJSON(): string {
    return this.toString();
  }

  #alignedWith(other: Amount): [bigint, bigint, number] {
    const right = Decimal.from(other);
    const scale = Math.max(this.#scale, right.#scale);
    const at = ({ units, from }: { units: bigint; from: number }) => units * 10n ** BigInt(scale - from);
    return [at({ units: this.#units, from: this.#scale }), at({ units: right.#units, from: right.#scale }), scale];
  }
}

/** Decimals of big.js, bignumber.js and decimal.js have this too: without an argument it rounds nothing. */
export interface DecimalLike {
  toFixed(): string;
}

/** Sent digit for digit. Prefer strings to numbers: a number holds about 15 digits. */
export type Amount = string | number | bigint | DecimalLike;

/** The digits as a JSON number. Throws if the value is none. */
export function digitsOf(value: Amount): string {
  const text = typeof value === 'object' ? value.toFixed() : String(value);
  const [, sign = '', whole = '', fraction, exponent] = pattern.exec(text) ?? refuse(text);
  // JSON allows no zeros in front.
  const plain = `${sign}${whole.replace(/^0+(?=\d)/, '')}${fraction === undefined ? '' : `.${fraction}`}`;
  return exponent === undefined ? plain : `${plain}e${exponent}`;
}

export const isDecimalLike = (value: unknown): value is DecimalLike =>
  typeof value === 'object' && value !== null && 'toFixed' in value && typeof value.toFixed === 'function';

function refuse(text: string): never {
  throw new TypeError(`${JSON.stringify(text.slice(0, 60))} is no decimal number. Write it as in 1568.75.`);
}
