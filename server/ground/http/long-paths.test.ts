import { afterAll, describe, expect, it } from 'vitest';
import { openDoor } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
afterAll(() => door.close());

const ofSupplier = (number: string) => `/companies/${door.company}/suppliers/${encodeURIComponent(number)}`;

describe('a part of a path', () => {
  it.each([256, 257, 3_059, 3_060, 3_061, 10_000])(
    'of %i characters leads nowhere, and breaks nothing',
    async (length) => {
      const part = 'x'.repeat(length);
      for (const path of [
        ofSupplier(part),
        `${ofSupplier(part)}/history`,
        `/companies/${part}/suppliers`,
        `/companies/${door.company}/invoices/${part}`,
      ])
        expect((await viewer.call('GET', path)).status, path.slice(0, 60)).toBe(404);
      expectProblem(await door.call('GET', `/${part}`), 404);
      expect((await fetch(`${door.url}/console/${part}`)).status).toBeLessThan(500);
      expect(door.logged.filter((line) => line.includes('unexpected error'))).toEqual([]);
    },
  );

  it.each(['😀'.repeat(255), 'å'.repeat(255), '%/?#&=+ '.repeat(31), 'x'.repeat(255)])(
    'is a supplier’s number, whatever it is made of (%#)',
    async (number) => {
      await door.addSupplier(number, { name: 'Long' });
      const { status, body } = await viewer.call('GET', ofSupplier(number));
      expect([status, body.number]).toEqual([200, number.trim()]);
      expect((await viewer.call('GET', `${ofSupplier(number)}/history`)).status).toBe(200);
    },
  );
});
