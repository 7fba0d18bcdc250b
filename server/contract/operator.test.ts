import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Case } from './mutations.ts';
import { openStage, plainDraft, type Stage } from './play.ts';
import { playEach, playMutants, playOtherMethods, playStrangers, playValid, uncovered } from './properties.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage('/operator/v1/openapi.json');
});
afterAll(() => stage.close());

const expectNone = (reports: string[]) => expect(reports.join('\n\n')).toBe('');

it('a request that the document allows is answered as the document says, and refused only by a rule that a schema cannot say', async () => {
  expectNone(await playValid(stage));
});

it('a request with one thing wrong in it is refused as the document says', async () => {
  expectNone(await playMutants(stage));
});

it('whoever is not signed in is answered 401 by every operation', async () => {
  expectNone(await playStrangers(stage));
});

it('a method that a path lacks is a 405 that names those it has', async () => {
  expectNone(await playOtherMethods(stage));
});

it('every role is answered as the document says; a viewer changes nothing in a company, and a company is not there for those of another', async () => {
  const reports = await playEach(stage, (operation) => {
    const isOpen = operation.security.length === 0;
    const inCompany = operation.path.includes('{companyId}');
    const asked = (who: string, expected: Case['expected']): Case => ({ what: who, expected, draft: { ...plainDraft(stage, operation), auth: { cookie: `{{${who}}}`, 'x-doorway-console': '1' } } });
    // What ends a session, or all of them, is left to those that are there for that.
    if (isOpen || operation.path.includes('/session') || operation.path.endsWith('/password')) return [];
    return [
      asked('viewer', inCompany && operation.method !== 'GET' ? 403 : 'documented'),
      asked('approver', 'documented'),
      asked('foreigner', inCompany ? 404 : 'documented'),
    ];
  });
  expectNone(reports);
});

it('a session without the header of the console changes nothing', async () => {
  const reports = await playEach(stage, (operation) =>
    operation.security.includes('session') && operation.method !== 'GET' ? [{ what: 'no header', expected: 403, draft: { ...plainDraft(stage, operation), auth: { cookie: '{{cookie}}' } } }] : [],
  );
  expectNone(reports);
});

it('every operation was called often, and was both accepted and refused', () => {
  expect(uncovered(stage)).toEqual([]);
});
