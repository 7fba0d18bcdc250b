import type { LookAlike } from '../checks/context.ts';
import { type CompanyId, type Db, rowsOf } from '../ground/db/pool.ts';

const looks = { number: 'number_look', name: 'name_look', organization: 'organization_look' } as const;

const haveInCommon = (look: string, a: string, b: string) => `(${a}.${look} = ${b}.${look} AND ${b}.${look} <> '')`;

const areNotDistinct = (a: string, b: string) => `NOT EXISTS (
  SELECT FROM distinct_suppliers AS two WHERE two.company_id = $1
    AND two.number = least(${a}.number, ${b}.number) AND two.other_number = greatest(${a}.number, ${b}.number))`;

/** Compares two suppliers of the company $1. */
export const lookAlike = (a: string, b: string) =>
  `(${Object.values(looks)
    .map((look) => haveInCommon(look, a, b))
    .join(' OR ')}) AND (${a}.unconfirmed OR ${b}.unconfirmed) AND ${areNotDistinct(a, b)}`;

// At most five confirmed and five unconfirmed ones: a partner who registers many must not hide a confirmed one. Ranges
// and the order are those of the index: with plain equalities a generic plan may read all suppliers of a company.
const alikeBy = (by: keyof typeof looks) => {
  const order = `other.${looks[by]}, other.company_id, other.unconfirmed`;
  return [
    { isUnconfirmed: 'false', which: 'mine.unconfirmed' },
    { isUnconfirmed: 'true', which: 'true' },
  ]
    .map(
      ({ isUnconfirmed, which }) => `(
  SELECT other.*, '${by}' AS by FROM suppliers AS other
  WHERE ${which} AND mine.${looks[by]} <> '' AND other.company_id = $1
    AND (${order}) >= (mine.${looks[by]}, $1, ${isUnconfirmed}) AND (${order}) <= (mine.${looks[by]}, $1, ${isUnconfirmed})
    AND other.number <> mine.number AND ${areNotDistinct('mine', 'other')}
  ORDER BY ${order}, other.number LIMIT 5)`,
    )
    .join(' UNION ALL ');
};

/** SQL for LookAlikeRow. `which` follows the number of the suppliers, such as `= 'A'`; $1 is the company. */
export const lookAlikesOf = (which: string) => `
  SELECT mine.number AS of, alike.number, alike.name, alike.organizational_number AS "organizationalNumber",
         alike.bank_giro AS "bankGiro", alike.post_giro AS "postGiro", alike.iban, alike.by
  FROM suppliers AS mine CROSS JOIN LATERAL (
    ${alikeBy('number')} UNION ALL ${alikeBy('name')} UNION ALL ${alikeBy('organization')}
  ) AS alike
  WHERE mine.company_id = $1 AND mine.number ${which}`;

export type LookAlikeRow = Omit<LookAlike, 'by'> & { of: string; by: LookAlike['by'][number] };

export type LookAlikes = ReadonlyMap<string, LookAlike[]>;

export function lookAlikesIn(rows: readonly LookAlikeRow[]): LookAlikes {
  const found = new Map<string, LookAlike[]>();
  for (const { of, by, ...other } of rows) {
    const others = found.get(of) ?? [];
    const known = others.find(({ number }) => number === other.number);
    if (known === undefined) others.push({ ...other, by: [by] });
    else known.by.push(by);
    found.set(of, others);
  }
  return found;
}

const lookAlikes = { name: 'read-look-alikes', text: lookAlikesOf('= ANY ($2)') };

/**
 * Finds suppliers that a person may mistake for these. A partner registered one of each pair and the company has not
 * confirmed it. Pairs that an operator marked as different are left out.
 */
export async function readLookAlikes(db: Db, company: CompanyId, numbers: readonly string[]): Promise<LookAlikes> {
  const values = [company, numbers];
  return lookAlikesIn(await rowsOf<LookAlikeRow>(db, { ...lookAlikes, values }));
}

export type LookAlikesAt = (
  db: Db,
  company: CompanyId,
  numbers: readonly string[],
  version: string,
) => Promise<LookAlikes>;

const maxCompanies = 1_000;
const maxSuppliers = 10_000;

/** Cached until a supplier of the company changes: nearly all suppliers have no look-alike. */
export function createLookAlikesCache(): LookAlikesAt {
  const remembered = new Map<CompanyId, { version: string; found: Map<string, LookAlike[]> }>();
  return async (db, company, numbers, version) => {
    let known = remembered.get(company);
    if (known?.version !== version || known.found.size > maxSuppliers) {
      known = { version, found: new Map() };
      remembered.delete(company);
      remembered.set(company, known);
      if (remembered.size > maxCompanies) remembered.delete(remembered.keys().next().value as CompanyId);
    }
    const { found } = known;
    const missing = numbers.filter((number) => !found.has(number));
    if (missing.length > 0) {
      const read = await readLookAlikes(db, company, missing);
      for (const number of missing) found.set(number, read.get(number) ?? []);
    }
    return found;
  };
}
