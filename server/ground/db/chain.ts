import type { CustomTypesConfig, QueryResult, QueryResultRow } from 'pg';
import { referenceTables } from './citus/distribute.ts';
import { inCompanyTransaction, type CompanyId, type Db } from './pool.ts';

/**
 * A statement that writes to several tables, as common table expressions. $1 is the company.
 *
 * PostgreSQL runs it as one statement. Citus would send each part of such a statement to all workers, so there each
 * part that writes or locks is a statement of its own, on the company's worker. Write the parts so that both mean the
 * same: use what earlier parts return, and do not read what they wrote.
 */
export interface Chain {
  name?: string;
  /** The expression `input`, from parameters. */
  input?: string;
  /** Selects the company's id from a row that exists by the time `owner` is used, if not all have company_counters. */
  ownerOnCitus?: string;
  /** Expressions by name, in their order. Those that only read become part of those that use them. */
  parts: readonly Part[];
  /** The last statement. */
  result: string;
}

export type Part = readonly [name: string, sql: string];

/**
 * An expression with one row, the company's id: INSERT … SELECT owner.company_id … FROM owner. On Citus an INSERT that
 * selects a parameter instead would be sent to all workers.
 */
const owner = {
  plain: 'owner AS (SELECT $1::uuid AS company_id)',
  distributed: ({ ownerOnCitus = 'SELECT company_id FROM company_counters WHERE company_id = $1' }: Chain) =>
    `owner AS (${ownerOnCitus})`,
};

export async function runChain<Row extends QueryResultRow>(
  db: Db,
  chain: Chain,
  values: unknown[],
): Promise<QueryResult<Row>> {
  if (db.isDistributed !== true)
    return db.query<Row>({
      ...(chain.name !== undefined && { name: chain.name }),
      text: inOneStatement(chain),
      values,
    });
  return inCompanyTransaction(db, values[0] as CompanyId, (tx) => runParts<Row>(tx, chain, values));
}

const texts = new WeakMap<Chain, string>();

function inOneStatement(chain: Chain): string {
  const known = texts.get(chain);
  if (known !== undefined) return known;
  const { input, parts, result } = chain;
  const uses = [...parts.map(([, sql]) => sql), result].some((sql) => mentions(sql, 'owner'));
  const expressions = [
    ...(uses ? [owner.plain] : []),
    ...(input === undefined ? [] : [input]),
    ...parts.map(([name, sql]) => `${name} AS (${sql})`),
  ];
  const text = `WITH ${expressions.join(', ')} ${result}`;
  texts.set(chain, text);
  return text;
}

async function runParts<Row extends QueryResultRow>(
  tx: Db,
  chain: Chain,
  values: unknown[],
): Promise<QueryResult<Row>> {
  const results = new Map<string, Handover>();
  for (const [name, sql] of chain.parts) {
    if (!runsAlone(sql)) continue;
    const result = await tx.query<Record<string, string | null>>({
      ...statementOf(chain, name, sql, results, values),
      types: asText,
    });
    results.set(name, handOver(result));
  }
  return tx.query<Row>(statementOf(chain, 'result', chain.result, results, values));
}

const hasEffect = (sql: string) => /^\s*(?:INSERT|UPDATE|DELETE)\b|\bFOR (?:NO KEY )?UPDATE\b|\bset_config\(/.test(sql);
const readsReferenceTable = new RegExp(`\\bFROM (?:${[...referenceTables].join('|')})\\b`);
/** An INSERT that reads a reference table would be sent to all workers, so the rows are read first. */
const runsAlone = (sql: string) => hasEffect(sql) || readsReferenceTable.test(sql);
const mentions = (sql: string, name: string) => new RegExp(`\\b${name}\\b`).test(sql);

/** The rows that a part returned, for the parts after it. */
interface Handover {
  /** Columns as they were returned. */
  selected: string;
  /** Names and types of the columns in `json`. */
  columns: string;
  json: string;
}

/** Values pass through as the server wrote them, so that no digit is lost. */
const asText: CustomTypesConfig = { getTypeParser: () => (text: string) => text };

/** JSON is handed over as text: within JSON it would lose its order of fields, and null would become NULL. */
const handOver = ({ rows, fields }: QueryResult<Record<string, string | null>>): Handover => ({
  selected: fields.map(({ name, dataTypeID }) => `"${name}"::${typeOf(dataTypeID)}`).join(', '),
  columns: fields
    .map(({ name, dataTypeID }) => `"${name}" ${isJson(dataTypeID) ? 'text' : typeOf(dataTypeID)}`)
    .join(', '),
  json: JSON.stringify(rows),
});

const types: Record<number, string> = {
  16: 'boolean',
  17: 'bytea',
  20: 'bigint',
  21: 'smallint',
  23: 'integer',
  25: 'text',
  114: 'json',
  1082: 'date',
  1184: 'timestamptz',
  1700: 'numeric',
  2950: 'uuid',
  3802: 'jsonb',
};
const isJson = (oid: number) => oid === 114 || oid === 3802;

function typeOf(oid: number): string {
  const type = types[oid];
  if (type === undefined) throw new Error(`a part of a chain returns type ${oid}, which cannot be handed over`);
  return type;
}

/** A part with the expressions that it uses, and only the parameters that these contain. */
function statementOf(
  chain: Chain,
  name: string,
  sql: string,
  results: ReadonlyMap<string, Handover>,
  values: unknown[],
) {
  const { name: chainName, input, parts } = chain;
  const used: string[] = [];
  const all = [...values];
  const needs = (text: string) => {
    if (used.includes(text)) return;
    const at = used.length;
    for (const [earlier, earlierSql] of parts) {
      if (earlier === name || !mentions(text, earlier) || used.some((one) => one.startsWith(`${earlier} AS `)))
        continue;
      const result = results.get(earlier);
      if (result === undefined) {
        if (runsAlone(earlierSql)) continue;
        needs(earlierSql);
        used.push(`${earlier} AS (${earlierSql})`);
      } else {
        all.push(result.json);
        used.push(
          `${earlier} AS (SELECT ${result.selected} FROM jsonb_to_recordset($${all.length}::jsonb) AS ${earlier} (${result.columns}))`,
        );
      }
    }
    if (input !== undefined && mentions(text, 'input') && !used.includes(input)) used.splice(at, 0, input);
    if (mentions(text, 'owner') && !used.includes(owner.distributed(chain)))
      used.splice(at, 0, owner.distributed(chain));
  };
  needs(sql);
  const text = used.length === 0 ? sql : withExpressions(used, sql);
  const numbers = [...new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))].sort(
    (a, b) => a - b,
  );
  return {
    ...(chainName !== undefined && { name: `${chainName}-${name}` }),
    text: text.replace(/\$(\d+)/g, (_, number: string) => `$${numbers.indexOf(Number(number)) + 1}`),
    values: numbers.map((number) => all[number - 1]),
  };
}

/**
 * Citus runs INSERT … WITH … SELECT on the worker, but collects the rows of WITH … INSERT … SELECT first. Without an
 * alias of the table, workers refuse what it makes of RETURNING.
 */
const withExpressions = (expressions: string[], sql: string): string => {
  const all = `WITH ${expressions.join(', ')} `;
  if (!/^\s*INSERT\b/.test(sql)) return all + sql;
  const aliased = sql.replace(/^(\s*INSERT INTO (\w+))\s*\(/, '$1 AS $2 (');
  return aliased.replace(/\bSELECT\b/, () => `${all}SELECT`);
};
