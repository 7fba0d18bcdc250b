import { short } from '../../../common/errors/short.ts';
import type { InvoiceKeys } from '../known.ts';
import { found, type Found } from '../rule.ts';
import { reasonsOf, scoreOf } from './duplicates.ts';

/** That an earlier invoice of the supplier has the file that is attached now. */
export function sameFile(
  { earlier, earlierKeys, keys }: { earlier: string; earlierKeys: InvoiceKeys; keys: InvoiceKeys },
  fileName: string,
): Found {
  const reasons = ['file', ...reasonsOf(keys, earlierKeys)] as const;
  return found('duplicate.file', { earlier, score: scoreOf(reasons), reasons, fileName: short(fileName) });
}
