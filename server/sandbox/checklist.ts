import { readDone, readLastInvoices, readProved, writeDone, type DoneItem, type Rehearser } from './checklist-store.ts';
import { checklistNames, type ChecklistCode } from '../../common/names/checklist.ts';
import type { Db } from '../ground/db/pool.ts';

export interface ChecklistItem {
  code: ChecklistCode;
  title: string;
  done: boolean;
  at: number | null;
  traceId: string | null;
}

export interface KnownFields {
  fields: string[];
  articleFields: string[];
}

const lastInvoices = 20;

/**
 * Items are proved by stored records, and noted when they are first read as done: they stay done after events or
 * webhook attempts are swept. The two about the last invoices are judged anew each time.
 */
export async function readChecklist(db: Db, partner: Rehearser, known: KnownFields): Promise<ChecklistItem[]> {
  const noted = await readDone(db, partner);
  const proved = (await readProved(db, partner)).filter(({ code }) => !noted.some((item) => item.code === code));
  if (proved.length > 0) await writeDone(db, partner, proved);
  const latest = await readLastInvoices(db, partner, known, lastInvoices);
  const judged: DoneItem[] = [];
  if (latest?.hasUnknown === false) judged.push({ code: 'fields.known', at: latest.at, traceId: null });
  if (latest?.hasWrongSum === false) judged.push({ code: 'sums.right', at: latest.at, traceId: null });
  const done = new Map([...noted, ...proved, ...judged].map((item) => [item.code, item]));
  return (Object.keys(checklistNames.en) as ChecklistCode[]).map((code) => {
    const item = done.get(code);
    return {
      code,
      title: checklistNames.en[code],
      done: item !== undefined,
      at: item?.at.getTime() ?? null,
      traceId: item?.traceId ?? null,
    };
  });
}
