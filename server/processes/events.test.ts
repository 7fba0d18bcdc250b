import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../testing/command-line.ts';
import { openDoor, paths } from '../testing/door.ts';
import { readFeed } from '../testing/feed.ts';
import { signedIn } from '../testing/operator.ts';
import { startDoorway } from '../testing/process.ts';

it('events tail prints the last ten and what comes, as lines or as JSON, until it is told to stop', async () => {
  const door = await openDoor();
  onTestFinished(() => door.close());
  const { cookie } = await signedIn(door, 'viewer');
  const env = { DATABASE_URL: door.database.url, DATA_DIR: door.dataDir };
  const supplier = async (number: string) =>
    expect((await door.post(paths.suppliers, { number, name: 'El' })).status).toBe(200);
  for (let number = 1; number <= 12; number++) await supplier(`S${number}`);
  const tail = ['events', 'tail', '--company', door.companyName];
  const asLines = startDoorway(tail, env);
  const asJson = startDoorway([...tail, '--after', '11', '--types', 'supplier.created', '--json'], env);
  const lines = (output: string) => output.split('\n').slice(0, -1);
  await expect.poll(() => lines(asLines.output())).toHaveLength(10);
  await expect.poll(() => lines(asJson.output())).toHaveLength(1);
  await door.post(paths.invoices, { externalReferenceId: 'I1', supplierNumber: 'S1' });
  await supplier('S13');
  await expect.poll(() => lines(asLines.output())).toHaveLength(12);
  expect(lines(asLines.output())[0]).toMatch(/^3 {2}\d{4}-\S+Z {2}supplier\.created {2}S3 {2}Scanner$/);
  expect(lines(asLines.output())[10]).toMatch(/^13 {2}\S+ {2}supplierinvoice\.created {2}I1 {2}Scanner$/);
  await expect.poll(() => lines(asJson.output())).toHaveLength(2);
  const { body } = await readFeed(door.url, door.company, { cookie }, '?after=11&types=supplier.created');
  expect(lines(asJson.output()).map((line) => JSON.parse(line) as unknown)).toEqual(body.events);
  for (const { child, ended } of [asLines, asJson]) {
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  }

  await door.pool.query('DELETE FROM events WHERE company_id = $1 AND seq <= 5', [door.company]);
  expect(await runCommand([...tail, '--after', '4'], env)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'The events before number 6 are no longer kept. Run it with --after 5, or without it.\n',
  });
  expect(await runCommand([...tail, '--types', 'supplier.create'], env)).toMatchObject({
    code: 2,
    stderr: '--types has "supplier.create", but there are no such events. Did you mean supplier.created?\n',
  });
  expect(await runCommand([...tail, '--after', 'x'], env)).toMatchObject({
    code: 2,
    stderr: '--after is "x", but it takes the number of an event.\n',
  });
});
