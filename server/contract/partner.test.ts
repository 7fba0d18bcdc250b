import { expect, it } from 'vitest';
import { itIsHeld } from './held.ts';
import { plainDraft } from './play.ts';
import { expectNone, followLinks, uncovered } from './properties.ts';
import { expectMadeOnce } from './story.ts';
import { scopes } from '../app.ts';
import { isOfSandbox } from './world.ts';
import { isLongRun } from '../testing/long.ts';

const stage = itIsHeld('/openapi.json', isLongRun ? 50 : 3);

it('the links of the document lead on', async () => {
  const { reports, followed } = await followLinks(stage());
  expectNone(reports);
  expect(followed.toSorted()).toEqual([
    'createSupplier invoice',
    'createSupplierInvoice attach',
    'listSupplierInvoices next',
    'listSuppliers next',
    'listWorkOrders next',
    'readOwnEvents next',
  ]);
});

it('a token with one scope is let in where the document names that scope, and is a 403 elsewhere', async () => {
  for (const scope of scopes) {
    const live = await stage().world.door.tokenFor({ scopes: [scope] });
    const ofSandbox = await stage().world.sandboxTokenFor([scope]);
    for (const operation of stage().contract.operations.filter(({ security }) => security.includes('accessToken'))) {
      const authorization = `Bearer ${isOfSandbox(operation) ? ofSandbox : live}`;
      const { reply, faults } = await stage().play(operation, {
        what: scope,
        expected: 'documented',
        draft: { ...plainDraft(stage(), operation), auth: { authorization } },
      });
      expect([operation.id, scope, reply.status === 403, faults]).toEqual([
        operation.id,
        scope,
        operation.scopes.length > 0 && !operation.scopes.includes(scope),
        [],
      ]);
    }
  }
});

it('what was made is found by its company, and the same again is a 409 that names it', async () => {
  await expectMadeOnce(stage());
});

it('every operation was both accepted and refused', async () => {
  expect(await uncovered(stage())).toEqual([]);
});
