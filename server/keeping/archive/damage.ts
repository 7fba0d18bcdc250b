import { CommandError } from '../../errors/command-error.ts';
import { isFaultOfFile } from '../../ground/files/unavailable.ts';
import { printable } from '../../ground/text/printable.ts';
import { SealBroken, type SealProblem } from '../../ground/objects/sealed.ts';
import type { BytesProblem } from './exactly.ts';

const sealProblems: Record<SealProblem, string> = {
  'not encrypted': 'is not encrypted, although the backup is',
  'another key': 'is encrypted with another key than BACKUP_KEY, or altered',
  altered: 'is altered, or belongs to another backup',
  cut: 'is cut',
};

/** An object of a backup that is missing, or has other bytes than the manifest says. */
export class ObjectDamaged extends CommandError {
  /** Relative to the place, or to the folder of the backup. */
  readonly object: string;
  /** Follows the name in a sentence. */
  readonly problem: string;

  constructor(object: string, problem: string, advice = 'Use another backup.') {
    super(`The backup cannot be used: ${printable(object)} ${printable(problem)}. ${advice}`);
    this.name = 'ObjectDamaged';
    this.object = object;
    this.problem = problem;
  }
}

const inWords = (count: number) => count.toLocaleString('en-US');

export const bytesDamaged =
  (object: string, expected: number) =>
  (found: BytesProblem): ObjectDamaged =>
    new ObjectDamaged(
      object,
      found.problem === 'cut'
        ? `is cut: ${inWords(found.found)} of ${inWords(expected)} bytes`
        : 'is altered: its SHA-256 is not that of the manifest',
    );

/** Names the object that cannot be read, decrypted or uncompressed. Other failures are those of the store. */
export function asDamage(object: string, error: unknown): unknown {
  if (error instanceof SealBroken) {
    const advice = error.problem === 'another key' ? 'Set BACKUP_KEY to the key with which it was taken.' : undefined;
    return new ObjectDamaged(object, sealProblems[error.problem], advice);
  }
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (isFaultOfFile(error)) return new ObjectDamaged(object, `cannot be read: ${message.replace(/\.$/, '')}`);
  return code.startsWith('Z_') ? new ObjectDamaged(object, 'is altered: it is not what was compressed') : error;
}
