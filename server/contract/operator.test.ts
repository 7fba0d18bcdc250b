import { expect, it } from 'vitest';
import { proveDocument } from './prove-document.ts';
import type { Case } from './mutation.ts';
import { plainDraft } from './play.ts';
import { expectNone, playEach, uncovered } from './properties.ts';
import { isLongRun } from '../testing/long.ts';

const stage = proveDocument('/operator/v1/openapi.json', isLongRun ? 50 : 1);

it('every role is answered as the document says; a viewer changes nothing in a company, and a company is not there for those of another', async () => {
  const reports = await playEach(stage(), (operation) => {
    const isOpen = operation.security.length === 0;
    const inCompany = operation.path.includes('{companyId}');
    const asked = (who: string, expected: Case['expected']): Case => ({
      what: who,
      expected,
      draft: { ...plainDraft(stage(), operation), auth: { cookie: `{{${who}}}`, 'x-doorway-console': '1' } },
    });
    // Operations that end sessions have tests of their own.
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
  const reports = await playEach(stage(), (operation) =>
    operation.security.includes('session') && operation.method !== 'GET'
      ? [
          {
            what: 'no header',
            expected: 403,
            draft: { ...plainDraft(stage(), operation), auth: { cookie: '{{cookie}}' } },
          },
        ]
      : [],
  );
  expectNone(reports);
});

it('every operation was both accepted and refused', async () => {
  expect(await uncovered(stage())).toEqual([]);
});
