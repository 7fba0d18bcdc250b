import { expect, it } from 'vitest';
import { StoreUnavailable } from '../unavailable.ts';
import { createPart, createPartBuffers, partBytes } from './parts.ts';

it('chunks of any size are one part, and the rest is returned', async () => {
  const part = createPart(createPartBuffers());
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, n) => n % 251));
  for (let at = 0; at < 999; at += 3) expect(await part.add(bytes.subarray(at, at + 3))).toHaveLength(0);
  expect(part.bytes().equals(bytes.subarray(0, 999))).toBe(true);
  const rest = await part.add(Buffer.alloc(partBytes, 7));
  expect(rest).toHaveLength(999);
  expect(part.bytes()).toHaveLength(partBytes);
  expect(part.bytes().subarray(0, 999).equals(bytes.subarray(0, 999))).toBe(true);
  expect(
    part
      .bytes()
      .subarray(999)
      .every((byte) => byte === 7),
  ).toBe(true);
});

it('an upload waits for the buffer of another, in the order in which they came', async () => {
  const buffers = createPartBuffers(1);
  const large = Buffer.alloc(1024 * 1024);
  const [first, second, third] = [createPart(buffers), createPart(buffers), createPart(buffers)] as const;
  await first.add(large);
  const order: string[] = [];
  const adding = [second.add(large).then(() => order.push('second')), third.add(large).then(() => order.push('third'))];
  // A small file needs none.
  await createPart(buffers).add(Buffer.alloc(1_000));
  expect(order).toEqual([]);
  first.release();
  await adding[0];
  expect(order).toEqual(['second']);
  second.release();
  second.release();
  await adding[1];
  expect(order).toEqual(['second', 'third']);
});

it('an upload that waits too long is refused, and takes no buffer later', async () => {
  const buffers = createPartBuffers(1, 20);
  const buffer = await buffers.take();
  await expect(buffers.take()).rejects.toBeInstanceOf(StoreUnavailable);
  buffers.giveBack(buffer);
  expect(await buffers.take()).toBe(buffer);
});
