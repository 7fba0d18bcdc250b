import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { operatorStatementTimeoutMs } from '../ground/db/pool.ts';
import { citusUrl } from '../testing/citus.ts';
import { openOwnApp, paths } from '../testing/door.ts';
import { signedIn } from '../testing/operator.ts';
import { expectProblem } from '../testing/problem.ts';
import { waitingWith } from '../testing/waiting.ts';

const operatorConnections = 3;

// The lock holds up one server, so the test is for a plain PostgreSQL.
it.skipIf(citusUrl !== undefined)(
  'searches that use every operator connection do not delay partners, and end with an error that says what to do',
  async () => {
    const door = await openOwnApp('It uses up all connections of the operators.', {
      env: { OPERATOR_POOL_SIZE: String(operatorConnections) },
      statementTimeoutMs: operatorStatementTimeoutMs,
    });
    onTestFinished(door.close);
    const outside = new pg.Client(door.database.connection);
    await outside.connect();
    onTestFinished(() => outside.end());
    const viewer = await signedIn(door, 'viewer');
    await door.addSupplier('1');
    // The list is up to date, so the searches themselves wait.
    await viewer.call('GET', `/companies/${door.company}/invoices`);
    await outside.query('BEGIN; LOCK TABLE invoice_projections IN ACCESS EXCLUSIVE MODE');
    const searches = Array.from({ length: operatorConnections }, () =>
      viewer.call('GET', `/companies/${door.company}/search?q=nordbygg`),
    );
    await expect.poll(() => waitingWith(door.pool, 'invoice_projections')).toHaveLength(operatorConnections);
    const create = door.post(paths.invoices, { externalReferenceId: 'meanwhile', supplierNumber: '1' });
    expect(
      await Promise.race([
        create.then(() => 'the partner'),
        ...searches.map((search) => search.then(() => 'a search')),
      ]),
    ).toBe('the partner');
    expect((await create).status).toBe(200);

    for (const answer of await Promise.all(searches)) {
      expectProblem(
        answer,
        503,
        'This search takes too long. Narrow it down: search for a longer text, or choose fewer days, one state or one partner.',
      );
      expect(answer.headers.get('retry-after')).toBe('2');
    }
    await outside.query('ROLLBACK');
    expect((await viewer.call('GET', `/companies/${door.company}/search?q=nordbygg`)).status).toBe(200);
  },
);
