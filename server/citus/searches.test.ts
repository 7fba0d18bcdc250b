import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { citusUrl } from '../testing/citus.ts';
import { openDoor, paths, type Door } from '../testing/door.ts';
import { signedIn } from '../testing/operator.ts';

/** In the order that lists promise: numbers by their value, and å, ä, ö after z. */
const names = ['Eken 2', 'Eken 10', 'Zonen', 'Åsen', 'Ängen', 'Örnen'];
const shuffled = ['Örnen', 'Eken 10', 'Åsen', 'Zonen', 'Ängen', 'Eken 2'];
/** Numbers have the collation "C", in which no letter except A to Z has a lower case. */
const numberOf = (name: string) => `ÆRÖ ${name}`;

describe.skipIf(citusUrl === undefined)('on a cluster, as on a plain PostgreSQL', () => {
  let door: Door;
  let viewer: Awaited<ReturnType<typeof signedIn>>;
  beforeAll(async () => {
    door = await openDoor();
    viewer = await signedIn(door, 'viewer');
    for (const name of shuffled) {
      const number = numberOf(name);
      await door.addSupplier(number, { name });
      await door.addProject({ number, name, proposalIds: [name], facilities: [{ number: 'a', name: 'A' }] });
      for (const { status, body } of [
        await door.post(paths.workOrders, { id: number, proposalId: name }),
        await door.post(paths.invoices, { externalReferenceId: number, supplierNumber: number }),
      ])
        if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    }
  });
  afterAll(() => door.close());

  const read = async (path: string) => {
    const { status, body } = await viewer.call('GET', `/companies/${door.company}/${path}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const rowsOf = async (list: string, query: string, field: string): Promise<string[]> =>
    (await read(`${list}?${query}`)).rows.map((row: Record<string, string>) => row[field]);

  it.each([
    ['invoices', 'externalReferenceId'],
    ['suppliers', 'number'],
    ['projects', 'number'],
    ['work-orders', 'reference'],
  ])('ÖRN finds Örnen among %s, in any case and without its accents', async (list, field) => {
    for (const typed of ['ÖRN', 'örn', 'ORN', 'ærö örn'])
      expect(await rowsOf(list, `q=${encodeURIComponent(typed)}`, field), typed).toEqual([numberOf('Örnen')]);
  });

  it.each(['supplier', 'project'])('ÖRN finds Örnen among the choices of a %s', async (of) => {
    const labels = async (query: string) =>
      (await read(`choices?of=${of}&${query}`)).choices.map(({ label }: { label: string }) => label);
    for (const typed of ['ÖRN', 'ærö örn'])
      expect(await labels(`q=${encodeURIComponent(typed)}`), typed).toEqual(['Örnen']);
    expect(await labels('')).toEqual(names);
  });

  it('ÖRN finds Örnen among all records', async () => {
    const { results } = await read(`search?q=${encodeURIComponent('ÖRN')}`);
    expect(results.map(({ type }: { type: string }) => type).sort()).toEqual([
      'invoice',
      'project',
      'supplier',
      'workOrder',
    ]);
  });

  it.each([
    ['suppliers', 'name'],
    ['suppliers', 'number'],
    ['projects', 'name'],
    ['projects', 'number'],
  ])('%s are sorted by %s with å, ä and ö at the end, and numbers by their value', async (list, field) => {
    expect(await rowsOf(list, `sort=${field}`, 'name')).toEqual(names);
    expect(await rowsOf(list, `sort=-${field}`, 'name')).toEqual(names.toReversed());
  });

  it('work orders are sorted by title with å, ä and ö at the end, and numbers by their value', async () => {
    expect(await rowsOf('work-orders', 'sort=title', 'reference')).toEqual(names.map(numberOf));
  });
});
