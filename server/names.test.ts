import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actionNames, eventNames } from '../common/names/events.ts';
import { checkSettingNames, findingFamilyNames, findingNames, severityNames } from '../common/names/findings.ts';
import * as states from '../common/names/states.ts';
import { findingCodes } from '../common/errors/findings.ts';
import { invoiceDecisions, invoiceStates } from './decisions/invoices.ts';
import { workOrderDecisions, workOrderStates } from './decisions/work-orders.ts';
import { catalogue } from './events/catalogue.ts';

const namedValues = (names: { en: object; sv: object }) => {
  expect(Object.keys(names.sv)).toEqual(Object.keys(names.en));
  return Object.keys(names.en).toSorted();
};

it('every event type, state and finding has a name in both languages, and nothing else has', () => {
  expect(namedValues(eventNames)).toEqual(Object.keys(catalogue).toSorted());
  expect(namedValues(findingNames)).toEqual([...findingCodes].toSorted());
  expect(namedValues(states.invoiceStateNames)).toEqual([...invoiceStates].toSorted());
  expect(namedValues(states.workOrderStateNames)).toEqual([...workOrderStates].toSorted());
});

it('every event that a decision causes is a named action of the audit log', () => {
  const events = [...invoiceDecisions.transitions, ...workOrderDecisions.transitions].map(({ event }) => event);
  expect(namedValues(actionNames)).toEqual(expect.arrayContaining(events));
});

const catalogues = {
  ...states,
  actionNames,
  checkSettingNames,
  eventNames,
  findingFamilyNames,
  findingNames,
  severityNames,
};

it.each(['server', 'console/src'])('no file of %s has a second list of names', (folder) => {
  const root = new URL(`../${folder}/`, import.meta.url);
  const files = readdirSync(root, { recursive: true })
    .map(String)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\.d\.ts$|(^|\/)(node_modules|dist|testing)\//.test(file));
  expect(files.length).toBeGreaterThan(200);
  const copies = files.flatMap((file) => {
    const text = readFileSync(new URL(file, root), 'utf8');
    return Object.entries(catalogues).flatMap(([catalogue, { sv }]) => {
      const copied = Object.values<string>(sv).filter((name) => text.includes(`'${name}'`));
      return copied.length > 1 ? [`${file}: ${catalogue}: ${copied.join(', ')}`] : [];
    });
  });
  expect(copies).toEqual([]);
});
