import { afterAll, beforeEach, expect, it } from 'vitest';
import { invite } from '../../../operators/admin-actions.ts';
import { openDoor, paths, send, type Answer } from '../../../testing/door.ts';
import { api, callWith, cookieOf, goodPassword, signedIn, type SignedIn } from '../../../testing/operator.ts';
import { setSettings } from '../../../testing/settings.ts';

const door = await openDoor();
afterAll(() => door.close());
const base = `/companies/${door.company}`;
const [asker, other] = [await signedIn(door, 'administrator'), await signedIn(door, 'administrator')];
const stranger = await signedIn(door, 'administrator');
const limited = await signedIn(door, 'approver');
await door.pool.query('UPDATE operator_companies SET approval_limit = 10 WHERE company_id = $1 AND operator_id = $2', [
  door.company,
  limited.id,
]);

const accept = async (key: string): Promise<string> => {
  const accepted = await send(door.url, 'POST', `${api}/invitations/accept`, { body: { key, password: goodPassword } });
  expect(accepted.status).toBe(204);
  return cookieOf(accepted);
};

let people = 0;
/** An administrator whose link the asker has seen, because there is no mail server. */
async function puppet(): Promise<SignedIn> {
  const email = `puppet-${(people += 1)}-${asker.id}@example.com`;
  const { body } = await asker.call('POST', '/operators', { email, name: `Puppet ${people}`, administrator: true });
  const cookie = await accept(body.invitation);
  return { id: body.id, email, cookie, call: (method, path, form) => callWith(door, cookie, method, path, form) };
}
const puppets = [await puppet(), await puppet()] as const;
const age = (hours: number) =>
  door.pool.query(
    'UPDATE operators SET shown_link_used_at = now() - make_interval(secs => $2::float8 * 3600) WHERE id = ANY ($1)',
    [puppets.map(({ id }) => id), hours],
  );
beforeEach(() => age(0));

let made = 0;
const fresh = async (record: Record<string, unknown> = {}) => {
  const number = `link ${(made += 1)}`;
  await door.addSupplier(number, record);
  return number;
};
const sent = async (number: string, fields: object = {}): Promise<string> =>
  (
    await door.post(paths.invoices, {
      externalReferenceId: `l${(made += 1)}`,
      supplierNumber: number,
      totalPrice: 100,
      currency: 'SEK',
      ...fields,
    })
  ).body.id;
const act = (who: SignedIn, id: string, what: string, form: object = { reason: 'Yes.' }) =>
  who.call('POST', `${base}/invoices/${id}/${what}`, what === 'approve' ? {} : form);
const approvalOf = async (who: SignedIn, id: string) =>
  (await who.call('GET', `${base}/invoices/${id}`)).body.actions.approve;

interface Decision {
  /** Done by the first of two people. */
  first(who: SignedIn): Promise<string>;
  second(who: SignedIn, subject: string): Promise<Answer>;
}
const recorded = '991-2346';
const decisions: Record<string, Decision> = {
  'the second of two approvals': {
    first: async (who) => {
      const id = await sent(await fresh());
      const signer = who === other ? limited : who;
      if (signer === limited) expect((await act(limited, id, 'approve')).body.signed).toMatchObject({});
      else
        await door.pool.query('UPDATE supplier_invoices SET signed_by = $2, signed_at = now() WHERE id = $1', [
          id,
          who.id,
        ]);
      return id;
    },
    second: (who, id) => act(who, id, 'approve'),
  },
  'an approval after a release': {
    first: async (who) => {
      const id = await sent(await fresh({ bankGiro: recorded }), { supplierBankGiro: '5050-1055' });
      expect((await act(who, id, 'release')).status).toBe(200);
      return id;
    },
    second: (who, id) => act(who, id, 'approve'),
  },
  'an approval after the registration of a supplier': {
    first: async (who) => {
      const number = `link ${(made += 1)}`;
      expect((await who.call('POST', `${base}/suppliers`, { number, name: number })).status).toBe(200);
      return sent(number);
    },
    second: (who, id) => act(who, id, 'approve'),
  },
  'a release after a change of the payee': {
    first: async (who) => {
      const number = await fresh({ bankGiro: recorded });
      const id = await sent(number, { supplierBankGiro: '5050-1055' });
      expect(
        (await who.call('PATCH', `${base}/suppliers/${encodeURIComponent(number)}`, { name: 'Another' })).status,
      ).toBe(200);
      return id;
    },
    second: (who, id) => act(who, id, 'release'),
  },
  'a confirmation of a payee': {
    first: async (who) => {
      const number = encodeURIComponent(await fresh({ bankGiro: recorded }));
      await setSettings(door, { payeeTakesTwo: true });
      const { body } = await who.call('PATCH', `${base}/suppliers/${number}`, { bankGiro: '5050-1055' });
      await setSettings(door, { payeeTakesTwo: false });
      return `${number}/proposals/${body.proposals[0].id}`;
    },
    second: (who, proposal) => who.call('POST', `${base}/suppliers/${proposal}/confirm`),
  },
  'a confirmation of a weaker check': {
    first: async (who) => {
      await door.pool.query('DELETE FROM check_settings WHERE company_id = $1', [door.company]);
      const { body } = await who.call('PATCH', `${base}/checks`, { rules: { 'payee.organization': 'off' } });
      return body.waiting[0].id;
    },
    second: (who, id) => who.call('POST', `${base}/checks/proposals/${id}/confirm`),
  },
};

const personAgain = (name: string, because: string) => ({
  why: 'duty.person',
  by: name,
  because,
  ...(because === 'invited' && { until: expect.stringMatching(/^\d{4}-.* UTC$/) }),
});

it.each(Object.keys(decisions))(
  '%s is refused if both accounts are one person’s: one mailbox, or invited and proved by the other in 30 days',
  async (name) => {
    const { first, second } = decisions[name] as Decision;
    await age(25);
    const byAsker = await first(asker);
    const asOne = await second(puppets[0], byAsker);
    expect([asOne.status, asOne.body.parameters], asOne.body.message).toEqual([
      409,
      personAgain('The administrator', 'invited'),
    ]);
    const proved = (days: number) =>
      door.pool.query(
        'UPDATE operators SET proved_at = now() - make_interval(secs => $2::float8 * 86400) WHERE id = $1',
        [puppets[0].id, days],
      );
    await proved(29.9);
    expect((await second(puppets[0], byAsker)).status).toBe(409);
    await proved(30.1);
    expect((await second(puppets[0], byAsker)).status).toBe(200);
    await proved(0);
    const mailbox = (email: string) =>
      door.pool.query('UPDATE operators SET email = $2 WHERE id = $1', [stranger.id, email]);
    const byOther = await first(other);
    const firstOf = name === 'the second of two approvals' ? limited : other;
    await mailbox(firstOf.email.replace('@', '+b@'));
    const sameMailbox = await second(stranger, byOther);
    expect([sameMailbox.status, sameMailbox.body.parameters], sameMailbox.body.message).toEqual([
      409,
      personAgain(name === 'the second of two approvals' ? 'The approver' : 'The administrator', 'email'),
    ]);
    await mailbox(stranger.email);
    expect((await second(stranger, byOther)).status).toBe(200);
  },
);

it.each(Object.keys(decisions))(
  '%s is refused for a day after a shown link was used, whichever of the two it was shown for',
  async (name) => {
    const { first, second } = decisions[name] as Decision;
    const [puppetOne, puppetTwo] = puppets;
    const byOther = await first(other);
    const refused = await second(puppetOne, byOther);
    expect([refused.status, refused.body.code, refused.body.parameters?.why], refused.body.message).toEqual([
      409,
      'decision.refused',
      'duty.link',
    ]);
    expect(refused.body.parameters).toEqual({ why: 'duty.link', until: expect.stringMatching(/^\d{4}-.* UTC$/) });
    await age(23.9);
    expect((await second(puppetOne, byOther)).status).toBe(409);
    await age(24.1);
    const allowed = await second(puppetOne, byOther);
    expect(allowed.status, allowed.body.message).toBe(200);
    await age(0);
    const byPuppet = await first(puppetTwo);
    const backwards = await second(other, byPuppet);
    expect([backwards.status, backwards.body.parameters], backwards.body.message).toEqual([
      409,
      { why: 'duty.link', by: 'Puppet 2', until: expect.any(String) },
    ]);
    await age(25);
    expect((await second(other, byPuppet)).status).toBe(200);
  },
);

it('an approval that takes one person is theirs at once, and bulk decisions leave out those that take two', async () => {
  const [alone, released] = [await sent(await fresh()), await decisions['an approval after a release']!.first(asker)];
  expect(await approvalOf(puppets[0], alone)).toEqual({ allowed: true });
  expect(await approvalOf(puppets[0], released)).toMatchObject({ allowed: false, code: 'duty.link' });
  await age(25);
  expect(await approvalOf(puppets[0], released)).toMatchObject({
    allowed: false,
    code: 'duty.person',
    parameters: { because: 'invited' },
    why: expect.stringContaining('count as one person'),
  });
  await age(0);
  const registered = await decisions['an approval after the registration of a supplier']!.first(puppets[1]);
  const bulk = (who: SignedIn) =>
    who.call('POST', `${base}/bulk`, { decision: 'approve', ids: [alone, released, registered], withFindings: true });
  const left = async (who: SignedIn) =>
    (await bulk(who)).body.leftOut.map(({ id, code }: { id: string; code: string }) => [id, code]);
  expect(await left(puppets[0])).toEqual([
    [released, 'duty.link'],
    [registered, 'duty.link'],
  ]);
  expect(await left(other)).toEqual([[registered, 'duty.link']]);
  await age(25);
  // Both puppets are the asker, who invited them.
  expect(await left(puppets[0])).toEqual([
    [released, 'duty.person'],
    [registered, 'duty.person'],
  ]);
  expect(await left(other)).toEqual([]);
});

it('that a link was shown is audited, and a link that was mailed ends the day’s wait', async () => {
  const [{ id }] = puppets;
  const audited = async () =>
    (
      await door.pool.query(
        `SELECT action, data ->> 'linkShown' AS shown FROM audit_log WHERE subject_id = $1 ORDER BY seq`,
        [id],
      )
    ).rows;
  expect(await audited()).toEqual([
    { action: 'operator.created', shown: 'true' },
    { action: 'invitation.used', shown: 'true' },
    { action: 'operator.signedin', shown: null },
  ]);
  await asker.call('POST', `/operators/${id}/invitation`);
  expect((await audited()).at(-1)).toEqual({ action: 'operator.invited', shown: 'true' });
  const usedAt = async () =>
    (await door.pool.query('SELECT shown_link_used_at AS at FROM operators WHERE id = $1', [id])).rows[0].at;
  expect(await usedAt()).not.toBeNull();
  await accept(await invite(door.pool, id));
  expect(await usedAt()).toBeNull();
  // A link of an earlier version may have been shown.
  const key = await invite(door.pool, id);
  await door.pool.query('UPDATE invitations SET shown = NULL WHERE operator_id = $1 AND used_at IS NULL', [id]);
  await accept(key);
  expect(await usedAt()).not.toBeNull();
});
