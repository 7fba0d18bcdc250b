import { expect, it } from 'vitest';
import { createUndoStack } from './undo-stack.ts';

function stackOf(names: readonly number[], undo: (name: number) => Promise<boolean>) {
  const undone: number[] = [];
  const stack = createUndoStack<{ name: number; undo: () => Promise<boolean> }>();
  for (const name of names)
    stack.push({
      name,
      undo: async () => {
        const isDone = await undo(name);
        if (isDone) undone.push(name);
        return isDone;
      },
    });
  return { stack, undone };
}

it('each press undoes one of the last ten decisions, newest first, however fast the presses come', async () => {
  const { stack, undone } = stackOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], async () => true);
  const next = await Promise.all(Array.from({ length: 14 }, () => stack.undo()));
  expect(undone).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(next[0]?.name).toBe(11);
});

it('a failed undo keeps every decision', async () => {
  let isDown = true;
  const { stack, undone } = stackOf([1, 2], async () => !isDown);
  expect(await stack.undo()).toBeUndefined();
  isDown = false;
  await stack.undo();
  await stack.undo();
  expect(undone).toEqual([2, 1]);
});

it('a chosen decision is undone once', async () => {
  const { stack, undone } = stackOf([1], async () => true);
  const chosen = { name: 7, undo: async () => Boolean(undone.push(7)) };
  stack.push(chosen);
  await Promise.all([stack.undo(chosen), stack.undo(chosen)]);
  expect(undone).toEqual([7]);
});
