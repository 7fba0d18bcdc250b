import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/properties.ts';
import { anyCharacter } from '../../../testing/unicode.ts';
import { decodeBase64, decodeLong } from './base64.ts';

describe('base64', () => {
  it('is decoded whole, with padding, without, and broken into lines', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(64, 76), (bytes, width) => {
        const text = Buffer.from(bytes).toString('base64');
        const lines = text.replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n');
        for (const written of [text, text.replace(/=+$/, ''), lines])
          expect(decodeBase64(written)).toEqual(Buffer.from(bytes));
      }),
      runs(300),
    );
  });

  it('with one character that is none of its own is refused', () => {
    fc.assert(
      fc.property(
        fc.base64String({ minLength: 4 }),
        fc.nat(),
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
        (text, at, stranger) => {
          fc.pre(!/[A-Za-z0-9+/=_\-\s]/.test(stranger));
          const offset = at % (text.replace(/=+$/, '').length + 1);
          expect(
            decodeBase64(text.slice(0, offset) + stranger + text.slice(offset)),
            JSON.stringify(stranger),
          ).toBeUndefined();
        },
      ),
      runs(400),
    );
  });

  it.each(['A', 'AAAAA', 'data:application/pdf;base64,JVBERi0=', 'YQ==YQ==', 'YQ===', '{"a":1}'])(
    '%s is refused',
    (text) => {
      expect(decodeBase64(text)).toBeUndefined();
    },
  );
});

describe('base64 that is long', () => {
  async function decoded(written: string, atOnce: number): Promise<Buffer | string> {
    try {
      const pieces: Buffer[] = [];
      for await (const piece of decodeLong(Buffer.from(written), atOnce)) pieces.push(piece);
      return Buffer.concat(pieces);
    } catch (error) {
      return (error as Error).message;
    }
  }
  const expected = (text: string) => decodeBase64(text) ?? 'content must be base64.';
  const write = (text: string, how: number[]) =>
    Array.from({ length: text.length }, (_, at) => {
      const character = text[at] as string;
      const plain = JSON.stringify(character).slice(1, -1);
      if (how[at % how.length] === 1) return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
      return how[at % how.length] === 2 && character === '/' ? '\\/' : plain;
    }).join('');
  const letters = fc.string({
    unit: fc.constantFrom(...'AZaz09+/_-', '=', '\n', '\r', '\t', ' ', '\u00a0', '\u2028', 'ä', '"', '\\', '\0'),
    maxLength: 40,
  });

  it('is decoded like base64 that is short, however it is written and wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom(4, 19, 76),
        fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (bytes, width, how, atOnce) => {
          const text = Buffer.from(bytes).toString('base64');
          const lines = text.replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n');
          for (const one of [text, text.replace(/=+$/, ''), lines, Buffer.from(bytes).toString('base64url')])
            expect(await decoded(write(one, how), atOnce)).toEqual(Buffer.from(bytes));
        },
      ),
      runs(300),
    );
  });

  it('is refused where base64 that is short is', async () => {
    await fc.assert(
      fc.asyncProperty(
        letters,
        fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (text, how, atOnce) => {
          expect(await decoded(write(text, how), atOnce)).toEqual(expected(text));
        },
      ),
      runs(400),
    );
  });

  it.each(['AAAA\nAAAA', 'AAAA\tAAAA', 'AAAA\0AAA', 'AAAA\\', 'AAAA\\x41', 'AAAA\\u00', 'AAAA\\u00zzAAA'])(
    '%j in a body is no JSON',
    async (written) => {
      for (let atOnce = 1; atOnce < 12; atOnce++)
        expect(await decoded(written, atOnce)).toMatch(/^(?:The body is not valid JSON|content must be base64)\.$/);
      expect(await decoded(written, 100)).toBe('The body is not valid JSON.');
    },
  );
});
