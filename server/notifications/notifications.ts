import type { Letter } from '../ground/mail/letter.ts';
import * as store from './notifications-store.ts';
import { endpointsLetter, failuresLetter, heldLetter, morningLetter, proposedLetter } from './notification-letters.ts';
import type { LetterContext, NotificationDeps } from './mail.ts';
import { isDigestDue, isFailing, minCalls, zoneOf } from './rules.ts';
import { newestEvent, recordTold, usualChoices } from './store.ts';
import { listDeciders } from './guard-store.ts';
import { listRealCompanies } from '../companies/store.ts';
import { dayIn } from '../../common/days.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { listSwitchedOff } from '../webhooks/store.ts';

interface Company {
  id: CompanyId;
  name: string;
}

const maxListed = 10;
/** Of the invoices that wait for a recipient. */
const maxWaiting = 20;
const maxEvents = 50_000;
/** Shorter than the minute between two runs, longer than the delay between the processes of one run. */
const minIntervalMs = 30_000;
const hourMs = 3_600_000;

export async function queueNotifications(deps: NotificationDeps, now: Date, signal?: AbortSignal): Promise<void> {
  for (const company of await listRealCompanies(deps.db)) {
    if (signal?.aborted) return;
    // A failure in one company must not stop the others.
    await queueForCompany(deps, company, now).catch((error: unknown) =>
      deps.log.warn({ err: error, companyId: company.id }, 'the operators of a company could not be told by mail'),
    );
  }
}

/**
 * Mails are queued before they are recorded: after a crash in between, a mail is queued twice rather than lost. The key
 * merges both if the first still waits.
 */
async function queueForCompany(deps: NotificationDeps, company: Company, now: Date): Promise<void> {
  const readers = await store.readRecipients(deps.db, company.id);
  const contextOf = ({ name, preferences }: MorningRecipient): LetterContext => ({
    language: preferences.language ?? 'en',
    name,
    company,
    base: deps.base,
  });
  try {
    if (readers.length > 0) await queueNews(deps, company, readers, contextOf, now);
  } finally {
    await queueMorning(deps, company, readers, contextOf, now);
  }
}

type ContextOf = (reader: MorningRecipient) => LetterContext;

async function queueNews(
  deps: NotificationDeps,
  company: Company,
  readers: readonly store.Recipient[],
  contextOf: ContextOf,
  now: Date,
): Promise<void> {
  const { db } = deps;
  const newest = await newestEvent(db, company.id);
  const after = await store.claimRun(db, company.id, now, new Date(now.getTime() - minIntervalMs));
  if (after === undefined) return;
  const to = String(Math.min(Number(newest), Number(after) + maxEvents));
  const toldAt = await store.readTold(db, company.id);
  const send = (reader: store.Recipient, letter: Letter, about: string) =>
    deps.queue({ companyId: company.id, operatorId: reader.id, ...letter }, `mail ${company.id} ${reader.id} ${about}`);
  const record = (reader: store.Recipient, about: string, at: Date) =>
    recordTold(db, company.id, { operatorId: reader.id, about, at });

  const wantHeld = readers.filter(({ held }) => held);
  if (wantHeld.length > 0 && to !== after) {
    const held = await store.heldBetween(db, company.id, { after, to }, maxListed);
    if (held.count > 0)
      for (const reader of wantHeld) await send(reader, heldLetter(contextOf(reader), held), `held ${to}`);
  }
  const wantProposed = readers.filter(({ proposed }) => proposed);
  if (wantProposed.length > 0 && to !== after) {
    const changes = await store.proposedBetween(db, company.id, { after, to }, maxListed);
    if (changes.count > 0)
      for (const reader of wantProposed)
        await send(reader, proposedLetter(contextOf(reader), changes), `proposed ${to}`);
  }
  if (to !== after) await store.advancePosition(db, company.id, after, to);

  const wantEndpoints = readers.filter(({ endpointOff }) => endpointOff);
  if (wantEndpoints.length > 0) {
    const endpoints = (await listSwitchedOff(db, company.id)).toReversed();
    for (const reader of wantEndpoints) {
      const news = endpoints.filter(({ id, at }) => (toldAt(reader.id, id)?.getTime() ?? 0) < at.getTime());
      if (news.length === 0) continue;
      await send(
        reader,
        endpointsLetter(contextOf(reader), news, reader.administrator),
        `endpoints ${news.map(({ id }) => id).join(' ')}`,
      );
      for (const { id, at } of news) await record(reader, id, at);
    }
  }

  const wantFailures = readers.filter(({ failuresPercent }) => failuresPercent !== null);
  if (wantFailures.length > 0) {
    const partners = await store.callsSince(db, company.id, new Date(now.getTime() - hourMs), minCalls);
    for (const reader of wantFailures) {
      const percent = reader.failuresPercent as number;
      const news = partners.filter((partner) => isFailing(partner, percent, toldAt(reader.id, partner.id), now));
      if (news.length === 0) continue;
      await send(reader, failuresLetter(contextOf(reader), news), `failures ${news.map(({ id }) => id).join(' ')}`);
      for (const { id } of news) await record(reader, id, now);
    }
  }
}

type MorningRecipient = Pick<store.Recipient, 'id' | 'name' | 'preferences' | 'digest' | 'waiting'>;

/** One mail for what waits in the company, if chosen, and what waits for the recipient, unless that was switched off. */
async function queueMorning(
  { db, queue }: NotificationDeps,
  company: Company,
  chosen: readonly store.Recipient[],
  contextOf: ContextOf,
  now: Date,
): Promise<void> {
  const deciders = await listDeciders(db, company.id);
  const others = deciders.filter(({ id }) => !chosen.some((reader) => reader.id === id));
  const readers: MorningRecipient[] = [
    ...chosen.map((reader) => ({ ...reader, waiting: reader.waiting && deciders.some(({ id }) => id === reader.id) })),
    ...others.map((decider) => ({ ...decider, ...usualChoices })),
  ];
  const isMorning = ({ preferences }: MorningRecipient, told?: Date) =>
    isDigestDue(now, told, zoneOf(preferences.timeZone));
  const early = readers.filter((reader) => (reader.digest || reader.waiting) && isMorning(reader));
  if (early.length === 0) return;
  const toldAt = await store.readTold(db, company.id);
  for (const reader of early) {
    const { id, digest, waiting } = reader;
    const told = toldAt(id, 'digest');
    if (!isMorning(reader, told)) continue;
    // The first mail comes on the next morning, not in the middle of a day.
    if (told !== undefined) {
      const mine = waiting ? await store.waitingFor(db, company.id, id, now, maxWaiting) : undefined;
      const counts = digest ? await store.countWaiting(db, company.id, id, now) : undefined;
      const today = dayIn(now.getTime(), zoneOf(reader.preferences.timeZone));
      const letter = morningLetter(contextOf(reader), today, { mine, counts });
      const mail = { companyId: company.id, operatorId: id, invoices: mine?.first.map((invoice) => invoice.id) ?? [] };
      if (letter !== undefined) await queue({ ...mail, ...letter }, `mail ${company.id} ${id} digest ${today}`);
    }
    await recordTold(db, company.id, { operatorId: id, about: 'digest', at: now });
  }
}
