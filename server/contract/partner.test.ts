import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopes } from '../http/auth.ts';
import { openStage, plainDraft, type Stage } from './play.ts';
import { followLinks, playMutants, playOtherMethods, playStrangers, playValid, uncovered } from './properties.ts';
import { expectMadeOnce } from './story.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage('/openapi.json');
});
afterAll(() => stage.close());

const expectNone = (reports: string[]) => expect(reports.join('\n\n')).toBe('');

it('a request that the document allows is answered as the document says, and refused only by a rule that a schema cannot say', async () => {
  expectNone(await playValid(stage));
});

it('a request with one thing wrong in it is refused as the document says', async () => {
  expectNone(await playMutants(stage));
});

it('whoever is not known is answered 401 by every operation', async () => {
  expectNone(await playStrangers(stage));
});

it('a method that a path lacks is a 405 that names those it has', async () => {
  expectNone(await playOtherMethods(stage));
});

it('the links of the document lead on', async () => {
  const { reports, followed } = await followLinks(stage);
  expectNone(reports);
  expect(followed.toSorted()).toEqual(['createSupplier invoice', 'createSupplierInvoice attach', 'listSuppliers next']);
});

it('a token with one scope is let in where the document names that scope, and is a 403 elsewhere', async () => {
  for (const scope of scopes) {
    const authorization = `Bearer ${await stage.world.door.tokenFor({ scopes: [scope] })}`;
    for (const operation of stage.contract.operations.filter(({ security }) => security.includes('accessToken'))) {
      const { reply, faults } = await stage.play(operation, { what: scope, expected: 'documented', draft: { ...plainDraft(stage, operation), auth: { authorization } } });
      expect([operation.id, scope, reply.status === 403, faults]).toEqual([operation.id, scope, !operation.scopes.includes(scope), []]);
    }
  }
});

it('what was made is found by its company, and the same again is a 409 that names it', async () => {
  await expectMadeOnce(stage);
});

it('every operation was called often, and was both accepted and refused', () => {
  expect(uncovered(stage)).toEqual([]);
});
