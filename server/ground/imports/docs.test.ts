import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readContents } from '../../testing/imports.ts';
import { checkCodingValues, codingLayout } from '../../supplier-invoices/coding/import.ts';
import { checkProjects, projectLayout } from '../../projects/import.ts';
import { checkSuppliers, supplierLayout } from '../../suppliers/import.ts';
import { exampleCsv } from '../../../common/imports/imports.ts';
import { codingImport } from '../../../common/imports/coding.ts';
import { projectImport } from '../../../common/imports/projects.ts';
import { supplierImport } from '../../../common/imports/suppliers.ts';
import { supplierFields } from '../../suppliers/shape.ts';

const page = readFileSync(new URL('../../../docs/importing.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```(?:csv|json)\n(.*?)```/gs)].map(([, text]) => Buffer.from(text as string));
const ofProjects = examples.filter((text) => text.includes('proposalIds'));
const ofCoding = examples.filter((text) => text.includes('costCentre'));
const ofSuppliers = examples.filter((text) => !text.includes('proposalIds') && !text.includes('costCentre'));

it('the examples of projects in docs/importing.md are all the same file', async () => {
  expect(ofProjects).toHaveLength(3);
  const [first, ...others] = await Promise.all(
    ofProjects.map((text) => checkProjects(readContents(text, '-', projectLayout))),
  );
  expect(first).toHaveLength(3);
  for (const other of others) expect(other).toEqual(first);
});

it('the examples of suppliers in docs/importing.md are right, and name every field', async () => {
  const [all, ...some] = ofSuppliers;
  const records = async (text: Buffer) =>
    (await checkSuppliers(readContents(text, '-', supplierLayout))).map(({ record }) => record);
  expect(Object.keys((await records(all as Buffer))[0] ?? {}).toSorted()).toEqual(supplierFields.toSorted());
  const [csv, json] = await Promise.all(some.map(records));
  expect(csv).toHaveLength(2);
  expect(json).toEqual(csv);
});

it('the example of coding lists in docs/importing.md is the declared one', async () => {
  const [example = Buffer.of(), ...others] = await Promise.all(
    [...ofCoding, Buffer.from(exampleCsv(codingImport, ','))].map((text) =>
      checkCodingValues(readContents(text, '-', codingLayout)),
    ),
  );
  expect(others).toEqual([example]);
});

it.each([
  ['projects', projectImport, projectLayout, checkProjects],
  ['suppliers', supplierImport, supplierLayout, checkSuppliers],
  ['coding lists', codingImport, codingLayout, checkCodingValues],
] as const)('the declared example of %s is valid, as CSV and as JSON', async (_name, declared, layout, check) => {
  const read = async (text: string) =>
    (await check(readContents(Buffer.from(text), '-', layout))).map((one) => ('record' in one ? one.record : one));
  const json = await read(JSON.stringify(declared.example));
  expect(json).toMatchObject(declared.example);
  for (const delimiter of [',', ';'] as const) expect(await read(exampleCsv(declared, delimiter))).toMatchObject(json);
});

it('docs/importing.md has every field of the imports in its tables', () => {
  for (const name of [...Object.keys({ ...projectImport.fields, ...codingImport.fields }), ...supplierFields])
    expect(page).toContain(`\`${name}\``);
});

it('suppliers are imported with all of their fields', () => {
  expect(Object.keys(supplierImport.fields).toSorted()).toEqual(supplierFields.toSorted());
});
