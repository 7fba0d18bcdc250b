import fc from 'fast-check';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { signedIn, type SignedIn } from '../../../testing/operator.ts';
import { nowMs } from '../../../testing/time.ts';

const door = await openDoor();
const base = `/companies/${door.company}`;
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => door.close());

/** The token outlasts every clock of this file. */
async function withToken(who: SignedIn): Promise<Pick<SignedIn, 'call'>> {
  const { body } = await who.call('POST', '/tokens', { name: 'Script' });
  await door.pool.query(`UPDATE operator_tokens SET expires_at = '2099-01-01' WHERE operator_id = $1`, [who.id]);
  return { call: (method, path, form) => door.call(method, `/operator/v1${path}`, { body: form, token: body.token }) };
}
const changer = await withToken(await signedIn(door, 'approver'));
const third = await withToken(await signedIn(door, 'approver'));
const other = await withToken(await signedIn(door, 'approver'));

const setClock = (days: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs() + days * 24 * 60 * 60_000, shouldAdvanceTime: false });

let made = 0;
async function arrived(number: string): Promise<string> {
  const sent = { externalReferenceId: `clock ${(made += 1)}`, supplierNumber: number, supplierBankGiro: '5050-1055' };
  return (await door.post(paths.invoices, sent)).body.id;
}
const read = async (id: string) => (await other.call('GET', `${base}/invoices/${id}`)).body;
const act = (who: Pick<SignedIn, 'call'>, id: string, what: string, form: object = {}) =>
  who.call('POST', `${base}/invoices/${id}/${what}`, form);
const codesOf = async (id: string) => (await read(id)).findings.map(({ code }: { code: string }) => code);
const released = { reason: 'They telephoned.' };

it('no process clock, wrong by up to 400 days when the payee changes or later, ends a hold or a duty', async () => {
  const shift = fc.integer({ min: -400, max: 400 });
  await fc.assert(
    fc.asyncProperty(shift, shift, shift, async (atChange, atArrival, atApproval) => {
      const number = `c${(made += 1)}`;
      await door.addSupplier(number, { bankGiro: '991-2346' });
      const early = await arrived(number);
      setClock(atChange);
      await act(other, early, 'release', released);
      expect((await changer.call('PATCH', `${base}/suppliers/${number}`, { bankGiro: '5050-1055' })).status).toBe(200);
      vi.useRealTimers();
      setClock(atArrival);
      const ids = [await arrived(number), await arrived(number)];
      vi.useRealTimers();
      setClock(atApproval);
      // The change came after the release, so it holds the invoice again.
      const stopped = await act(third, early, 'approve');
      expect([stopped.status, (await read(early)).state]).toEqual([409, 'held']);
      for (const id of ids) {
        expect(await codesOf(id)).toContain('payee.changed');
        expect((await act(changer, id, 'release', released)).body.parameters).toMatchObject({ why: 'release.changer' });
        expect((await act(other, id, 'approve')).status).toBe(409);
        expect((await act(other, id, 'release', released)).status).toBe(200);
        expect((await act(changer, id, 'approve')).body.parameters).toMatchObject({ why: 'duty.payee' });
      }
      vi.useRealTimers();
    }),
    {
      numRuns: 8,
      examples: [
        [-400, 400, 400],
        [400, -400, -400],
        [0, 400, -400],
      ],
    },
  );
});
