import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { requireCompany } from '../access/store.ts';
import { createPool, transaction } from '../ground/db/pool.ts';
import { insertOperator, setCompanies } from '../operators/store.ts';
import { databaseForThisTest } from '../testing/database.ts';
import { paths } from '../testing/door.ts';
import { emptyDataDir, doorway, startDoorway, startService } from '../testing/process.ts';
import { smtpForThisTest } from '../testing/smtp.ts';

it('of several workers one looks each minute, and each mail is sent once, with links that PUBLIC_URL begins', async () => {
  const [database, smtp] = [await databaseForThisTest(), await smtpForThisTest()];
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: await emptyDataDir(),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'doorway@example.com',
  };
  const token = (await doorway(['token', 'create', '--company', 'Acme', '--partner', 'Scanner'], env)).stdout.trim();
  const pool = createPool({ connection: database.connection, size: 1, onIdleError: () => undefined });
  const company = await requireCompany(pool, 'Acme');
  const id = uuidv7();
  await transaction(pool, async (tx) => {
    await insertOperator(tx, { id, email: 'reader@example.com', name: 'Reader', administrator: false }, new Date());
    await setCompanies(tx, id, [{ id: company, role: 'viewer' }]);
    await tx.query(
      'INSERT INTO mail_choices (company_id, operator_id, held, endpoint_off, digest) VALUES ($1, $2, TRUE, FALSE, FALSE)',
      [company, id],
    );
    await tx.query('INSERT INTO mail_positions (company_id, seq) VALUES ($1, 0)', [company]);
  });
  await pool.end();

  const service = await startService({ ...env, JOBS: 'off' });
  const links = { PUBLIC_URL: 'https://doorway.example.com' };
  const workers = [1, 2].map(() => startDoorway(['worker'], { ...env, ...links }));
  for (const worker of workers)
    await vi.waitFor(() => expect(worker.output()).toContain('a worker of Doorway runs'), { timeout: 60_000 });
  const post = async (path: string, body: object) => {
    const answer = await service.call('POST', path, { token, body });
    expect(answer.status, answer.body.message).toBe(200);
  };
  await post(paths.suppliers, { number: '1', name: 'Nordbygg', bankGiro: '991-2346' });
  const invoice = { externalReferenceId: 'r1', supplierNumber: '1', supplierBankGiro: '5050-1055' };
  await post(paths.invoices, invoice);
  await expect.poll(() => smtp.received.length, { timeout: 150_000 }).toBe(1);
  for (const { child, ended } of [...workers, service]) {
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  }
  expect(smtp.received).toMatchObject([
    {
      to: ['reader@example.com'],
      subject: 'Acme: 1 invoice on hold',
      text: expect.stringContaining(`https://doorway.example.com/console/companies/${company}/invoices/`),
    },
  ]);
});
