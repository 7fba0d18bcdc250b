import { expect, it } from 'vitest';
import { proveDocument } from './prove-document.ts';
import { plainDraft } from './play.ts';
import { expectNone, followLinks, uncovered } from './properties.ts';
import { expectMadeOnce } from './made-once.ts';
import { scopes } from '../app.ts';
import { isOfSandbox } from './service.ts';
import { anyScope } from '../door/operation.ts';
import { isLongRun } from '../testing/long.ts';
import { operations } from '../testing/operations.ts';

const stage = proveDocument('/openapi.json', isLongRun ? 50 : 1);

it('the links of the document lead on', async () => {
  const { reports, followed } = await followLinks(stage());
  expectNone(reports);
  expect(followed.toSorted()).toEqual([
    'createOwnWebhook listOwnDeliveries',
    'createOwnWebhook readOwnWebhook',
    'createSupplier invoice',
    'createSupplier readSupplier',
    'createSupplierInvoice attach',
    'createSupplierInvoice readSupplierInvoice',
    'createWorkOrder readWorkOrder',
    'listSupplierInvoices next',
    'listSuppliers next',
    'listWorkOrders next',
    'readOwnEvents next',
  ]);
});

it('a token with one scope is let in where the document names that scope, and is a 403 elsewhere', async () => {
  const declared = new Map(operations);
  const tokens = new Map<string, { real: string; ofSandbox: string }>();
  for (const scope of scopes)
    tokens.set(scope, {
      real: await stage().service.door.tokenFor({ scopes: [scope] }),
      ofSandbox: await stage().service.sandboxTokenFor([scope]),
    });
  const guarded = stage().contract.operations.filter(({ security }) => security.includes('accessToken'));
  for (const [at, operation] of guarded.entries()) {
    const { scope: own, includedIn } = declared.get(operation.id) as { scope: string; includedIn: readonly string[] };
    const named = own === anyScope ? [] : [own, ...includedIn];
    expect([operation.id, operation.scopes.toSorted()]).toEqual([operation.id, named.toSorted()]);
    const isLetIn = (scope: string) => named.length === 0 || named.includes(scope);
    // door/auth.test.ts asks every operation with each of its scopes, and with all others at once.
    const others = scopes.filter((scope) => !isLetIn(scope));
    const asked = [
      ...scopes.filter(isLetIn).slice(0, named.length || 1),
      ...others.slice(at % others.length).slice(0, 1),
    ];
    for (const scope of stage().isThorough ? scopes : asked) {
      const { real, ofSandbox } = tokens.get(scope) as { real: string; ofSandbox: string };
      const { reply, faults } = await stage().play(operation, {
        what: scope,
        expected: isLetIn(scope) ? 'documented' : 403,
        draft: {
          ...plainDraft(stage(), operation),
          auth: { authorization: `Bearer ${isOfSandbox(operation) ? ofSandbox : real}` },
        },
      });
      expect([operation.id, scope, reply.status === 403, faults]).toEqual([operation.id, scope, !isLetIn(scope), []]);
    }
  }
});

it('what was made is found by its company, and the same again is a 409 that names it', async () => {
  await expectMadeOnce(stage());
});

it('every operation was both accepted and refused', async () => {
  expect(await uncovered(stage())).toEqual([]);
});
