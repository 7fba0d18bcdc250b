import pg from 'pg';
import type { CompanyId, Db } from '../pool.ts';

export interface Statement {
  /** Undefined behind a transaction pooler. */
  name?: string | undefined;
  text: string;
  values: readonly (string | undefined)[];
}

/** Parts of pg that its types leave out. */
interface Wire {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(to: { statement: string; values: readonly (string | undefined)[] }): void;
  describe(portal: { type: 'P'; name: '' }): void;
  execute(portal: object): void;
  sync(): void;
}

interface Query extends pg.Submittable {
  name: string | undefined;
  text: string;
  prepare(wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

const Query = pg.Query as unknown as new (statement: object) => Query;

/** For pg this is one query, with the results of all statements. PostgreSQL commits at the sync. */
export class Message extends Query {
  readonly #statements: readonly Statement[];
  #done = 0;

  constructor(statements: readonly Statement[]) {
    super({ name: statements[0]?.name, text: statements[0]?.text, queryMode: 'extended' });
    this.#statements = statements;
  }

  override prepare(wire: Wire): void {
    for (const { name = '', text, values } of this.#statements) {
      if (name === '' || (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) === undefined) {
        wire.parse({ name, text });
        if (name !== '') wire.submittedNamedStatements[name] = text;
      }
      wire.bind({ statement: name, values });
      wire.describe({ type: 'P', name: '' });
      wire.execute({});
    }
    wire.sync();
  }

  /** The client notes under the query's name that PostgreSQL has parsed the statement. */
  override handleCommandComplete(message: unknown, wire: Wire): void {
    super.handleCommandComplete(message, wire);
    this.#done += 1;
    const next = this.#statements[this.#done];
    if (next !== undefined) ({ name: this.name, text: this.text } = next);
  }

  /** PostgreSQL skips the statements after the one that failed, and does not parse them. */
  override handleError(error: Error, wire: Wire): void {
    for (const { name = '' } of this.#statements.slice(this.#done)) delete wire.submittedNamedStatements[name];
    super.handleError(error, wire);
  }
}

/**
 * Runs the company's statements as one transaction in one round trip, so none can use what another returns. Through the
 * coordinator of a cluster each would be a transaction of its own.
 */
export async function sendTogether(
  db: Db,
  company: CompanyId,
  statements: readonly Statement[],
): Promise<pg.QueryResult[]> {
  const message = { text: statements.map(({ text }) => text).join('; '), values: [company], statements };
  return (await db.query(message)) as unknown as pg.QueryResult[];
}

export const statementsIn = (query: unknown): readonly Statement[] | undefined =>
  (query as { statements?: readonly Statement[] }).statements;
