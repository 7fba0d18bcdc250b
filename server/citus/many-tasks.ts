import type { Statement } from '../testing/statements.ts';

interface ManyTasks {
  /** Why this statement may use several workers. */
  reason: string;
  isMeant: (statement: Statement) => boolean;
}

const sentFrom =
  (...files: string[]) =>
  ({ from }: Statement) =>
    files.some((file) => from.includes(file));

/** Statements over all companies, none of which a partner's request waits for. */
export const manyTasks: readonly ManyTasks[] = [
  {
    reason: 'Backup, restore and move read and write whole tables.',
    isMeant: sentFrom('server/keeping/', 'server/ground/db/tables.ts', 'server/ground/db/copy.ts'),
  },
];
