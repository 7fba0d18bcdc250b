import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openOwnDoor, paths, type Answer } from '../../../testing/door.ts';
import { samples } from '../../../testing/files.ts';
import { formOf } from '../../../testing/form.ts';
import { countOf, invoiceOn } from '../../../testing/operations.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openOwnDoor('It removes the folder of the files.');
await door.addSupplier('1');
const supplierInvoiceId = await invoiceOn(door, 'one');
afterAll(() => door.close());

const asJson = () =>
  door.post(paths.attach, { supplierInvoiceId, fileName: 'a.pdf', content: samples.pdf.toString('base64') });
const asForm = () =>
  door.call(
    'POST',
    paths.attach,
    formOf([
      { name: 'supplierInvoiceId', content: supplierInvoiceId },
      { name: 'file', fileName: 'a.png', type: 'image/png', content: samples.png },
    ]),
  );

function expectMissing(answer: Answer): void {
  expectProblem(
    answer,
    503,
    'The folder of files is missing on the server. Ask the people who run the service to restore it, then send the same request again.',
  );
  expect(answer.headers.get('retry-after')).toBe('30');
}

it.each([
  ['of incoming files', 'files/incoming', false],
  ['of all files', 'files', false],
  ['that is now a file', 'files/incoming', true],
])('a missing folder %s is told as that, and all goes on once it is back', async (_which, folder, isFile) => {
  const path = join(door.dataDir, folder);
  await rename(path, `${door.dataDir}/aside`);
  if (isFile) await writeFile(path, '');
  const before = door.logged.length;
  for (const attach of [asJson, asForm]) expectMissing(await attach());
  const logged = door.logged.slice(before).join('');
  expect(logged).toContain('the folder of files is missing');
  expect(logged).not.toContain('the database cannot be reached');
  expect(await countOf(door, 'attachments')).toBe(0);
  await invoiceOn(door, `meanwhile ${folder} ${isFile}`);
  if (isFile) await rm(path);
  await rename(`${door.dataDir}/aside`, path);
  for (const attach of [asJson, asForm]) expect((await attach()).status).toBe(200);
  await door.pool.query('DELETE FROM attachments');
});

it('a folder that is made anew serves as well', async () => {
  await rm(join(door.dataDir, 'files'), { recursive: true });
  expectMissing(await asJson());
  await mkdir(join(door.dataDir, 'files', 'incoming'), { recursive: true });
  expect((await asJson()).status).toBe(200);
});
