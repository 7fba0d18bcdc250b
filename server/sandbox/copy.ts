import { countCopied, numbersOfProjects } from './store.ts';
import { isPersonal, keptFields, replacedAlways, replacedOfPersons, withTestValues } from './test-values.ts';
import { lockCounters } from '../events/counters.ts';
import { newId } from '../ground/db/ids.ts';
import { companyTransaction, transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { readProjectsBy, upsertProjects } from '../projects/store.ts';
import { readCheckSettings, writeCheckSettings } from '../supplier-invoices/checking/settings-store.ts';
import { byCommandLine, readSuppliers, upsertSuppliers } from '../suppliers/store.ts';

export interface CopyCounts {
  suppliers: number;
  projects: number;
}

/** Told to the company before it opens a sandbox. */
export interface CopyPreview extends CopyCounts {
  /** Fields of suppliers that are copied as they are. */
  kept: readonly string[];
  /** Fields that have test values instead, and those that also have if the supplier is or may be a person. */
  replaced: readonly string[];
  replacedOfPersons: readonly string[];
}

const maxSuppliers = 50_000;
const maxProjects = 10_000;
const batchSize = 500;

export async function previewCopy(db: Db, from: CompanyId): Promise<CopyPreview> {
  const { suppliers, projects } = await countCopied(db, from, { suppliers: maxSuppliers, projects: maxProjects });
  return { suppliers, projects, kept: keptFields, replaced: replacedAlways, replacedOfPersons };
}

/**
 * Copies the real company's suppliers, with test values, its projects and settings of the checks. Each batch is a transaction of its own, and
 * copying again changes only what differs, so it can be repeated after a crash. `renew` runs between batches.
 */
export async function copyRecords(
  pool: Pool,
  from: CompanyId,
  to: CompanyId,
  renew: () => Promise<void>,
): Promise<CopyCounts> {
  const copied: CopyCounts = { suppliers: 0, projects: 0 };
  for (let after = ''; copied.suppliers < maxSuppliers;) {
    const page = await readSuppliers(pool, from, {}, after, batchSize);
    if (page.length === 0) break;
    const rows = page
      .filter(({ number }) => !isPersonal(number))
      .map((entry) => ({
        number: entry.number,
        document: JSON.stringify(withTestValues(entry)),
        author: byCommandLine,
      }));
    if (rows.length > 0)
      await companyTransaction(pool, to, async (tx) => upsertSuppliers(tx, to, rows, await lockCounters(tx, to)));
    copied.suppliers += rows.length;
    after = page.at(-1)?.number ?? '';
    await renew();
  }
  for (let after = ''; copied.projects < maxProjects;) {
    const numbers = await numbersOfProjects(pool, from, after, batchSize);
    if (numbers.length === 0) break;
    const known = [...(await readProjectsBy(pool, from, numbers)).values()];
    const projects = known.map((project) => ({ ...project, id: newId() }));
    await transaction(pool, (tx) => upsertProjects(tx, to, projects, new Date()));
    copied.projects += numbers.length;
    after = numbers.at(-1) ?? '';
    await renew();
  }
  const settings = await readCheckSettings(pool, from);
  await companyTransaction(pool, to, async (tx) => writeCheckSettings(tx, to, settings, await lockCounters(tx, to)));
  return copied;
}
