import { createHash } from 'node:crypto';
import { short } from '../../../common/errors/words.ts';

export interface PlannedChange {
  field: string;
  from: string;
  to: string;
  /** The change waits until a second person confirms it. */
  waits: boolean;
}

export interface PlannedRecord {
  number: string;
  name: string;
  isNew: boolean;
  /** Empty if the record is already as in the file. */
  changes: readonly PlannedChange[];
}

export interface ImportPreview {
  created: number;
  updated: number;
  unchanged: number;
  proposed: number;
  records: PlannedRecord[];
}

/** Maximum of each kind: new, changed, and waiting for a second person. */
const maxListed = 200;
/** In characters. A cell of a project may hold a thousand facilities. */
const maxValueLength = 200;

const kindOf = ({ isNew, changes }: PlannedRecord) =>
  changes.some(({ waits }) => waits) ? 'waiting' : isNew ? 'new' : 'changed';

/** Collects what an import does. Preview and import of a file have the same version if they would do the same. */
export function importPlan() {
  const preview: ImportPreview = { created: 0, updated: 0, unchanged: 0, proposed: 0, records: [] };
  const listed = { new: 0, changed: 0, waiting: 0 };
  const hash = createHash('sha256');
  return {
    add(record: PlannedRecord): void {
      const { number, isNew, changes } = record;
      if (isNew) preview.created += 1;
      else if (changes.some(({ waits }) => !waits)) preview.updated += 1;
      else if (changes.length === 0) preview.unchanged += 1;
      if (!isNew && changes.length === 0) return;
      hash.update(JSON.stringify([number, isNew, changes]));
      const kind = kindOf(record);
      if (kind === 'waiting') preview.proposed += 1;
      if (listed[kind] === maxListed) return;
      listed[kind] += 1;
      preview.records.push({
        ...record,
        changes: changes.map((change) => ({
          ...change,
          from: short(change.from, maxValueLength),
          to: short(change.to, maxValueLength),
        })),
      });
    },
    preview,
    version: () => `"${hash.copy().digest('base64url').slice(0, 27)}"`,
  };
}

/** Whether a version is the one that the caller has seen; undefined if the caller has seen no preview. */
export type VersionCheck = ((version: string) => boolean) | undefined;
