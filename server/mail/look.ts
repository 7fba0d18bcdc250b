import type { Logger } from 'pino';
import type { Letter } from './letters.ts';
import * as store from './look-store.ts';
import { digestLetter, endpointsLetter, failuresLetter, heldLetter, type About, type FindingNames } from './news.ts';
import { isDigestDue, isFailing, leastCalls, zoneOf } from './rules.ts';
import { newestEvent, tell } from './store.ts';
import { listCompanies } from '../access/store.ts';
import { dayOf } from '../ground/db/days.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { listSwitchedOff } from '../webhooks/store.ts';

/** A mail for somebody, for the queue. */
export interface Outgoing extends Letter {
  companyId: CompanyId;
  operatorId: string;
}

export interface LookDeps {
  db: Db;
  /** Puts a mail into the queue. One with the same key that still waits there is replaced. */
  queue(mail: Outgoing, key: string): Promise<void>;
  findings: FindingNames;
  base: string;
  log: Logger;
}

interface Company {
  id: CompanyId;
  name: string;
}

/** So many invoices are named in a mail. */
const mostNamed = 10;
/** So many events are looked through at a time; the rest has its turn a minute later. */
const mostEvents = 50_000;
/** Shorter than the minute between two looks, and longer than processes begin one after the other. */
const lookedBeforeMs = 30_000;
const hourMs = 3_600_000;

/** Looks in every company for what somebody wants to be told of. */
export async function lookForMail(deps: LookDeps, now: Date, signal?: AbortSignal): Promise<void> {
  for (const company of await listCompanies(deps.db)) {
    if (signal?.aborted) return;
    // One company that fails must not keep the others from theirs.
    await lookInCompany(deps, company, now).catch((error: unknown) =>
      deps.log.warn({ err: error, companyId: company.id }, 'the operators of a company could not be told by mail'),
    );
  }
}

/**
 * First the mails are put into the queue, then it is noted that they were: a process that ends in between leads to the same mail
 * twice, never to none. A key that says what the mail is about makes one of both where the first still waits.
 */
async function lookInCompany(deps: LookDeps, company: Company, now: Date): Promise<void> {
  const { db } = deps;
  const readers = await store.readersOf(db, company.id);
  if (readers.length === 0) return;
  const newest = await newestEvent(db, company.id);
  const after = await store.beginLook(db, company.id, now, new Date(now.getTime() - lookedBeforeMs));
  if (after === undefined) return;
  const to = String(Math.min(Number(newest), Number(after) + mostEvents));
  const told = await store.toldIn(db, company.id);
  const send = (reader: store.Reader, letter: Letter, about: string) =>
    deps.queue({ companyId: company.id, operatorId: reader.id, ...letter }, `mail ${company.id} ${reader.id} ${about}`);
  const note = (reader: store.Reader, about: string, at: Date) =>
    tell(db, company.id, { operatorId: reader.id, about, at });
  const about = (reader: store.Reader): About => ({
    language: reader.preferences.language ?? 'en',
    name: reader.name,
    company,
    base: deps.base,
  });

  const wantHeld = readers.filter(({ held }) => held);
  if (wantHeld.length > 0 && to !== after) {
    const held = await store.heldBetween(db, company.id, { after, to }, mostNamed);
    if (held.many > 0)
      for (const reader of wantHeld) await send(reader, heldLetter(about(reader), held, deps.findings), `held ${to}`);
  }
  if (to !== after) await store.endLook(db, company.id, after, to);

  const wantEndpoints = readers.filter(({ endpointOff }) => endpointOff);
  if (wantEndpoints.length > 0) {
    const endpoints = (await listSwitchedOff(db, company.id)).toReversed();
    for (const reader of wantEndpoints) {
      const news = endpoints.filter(({ id, at }) => (told(reader.id, id)?.getTime() ?? 0) < at.getTime());
      if (news.length === 0) continue;
      await send(
        reader,
        endpointsLetter(about(reader), news, reader.administrator),
        `endpoints ${news.map(({ id }) => id).join(' ')}`,
      );
      for (const { id, at } of news) await note(reader, id, at);
    }
  }

  const wantFailures = readers.filter(({ failuresPercent }) => failuresPercent !== null);
  if (wantFailures.length > 0) {
    const partners = await store.callsSince(db, company.id, new Date(now.getTime() - hourMs), leastCalls);
    for (const reader of wantFailures) {
      const percent = reader.failuresPercent as number;
      const news = partners.filter((partner) => isFailing(partner, percent, told(reader.id, partner.id), now));
      if (news.length === 0) continue;
      await send(reader, failuresLetter(about(reader), news), `failures ${news.map(({ id }) => id).join(' ')}`);
      for (const { id } of news) await note(reader, id, now);
    }
  }

  for (const reader of readers.filter(({ digest }) => digest)) {
    const zone = zoneOf(reader.preferences.timeZone);
    if (!isDigestDue(now, told(reader.id, 'digest'), zone)) continue;
    const waiting = await store.waitingFor(db, company.id, reader.id, { now, zone });
    const letter = digestLetter(about(reader), dayOf(now, zone), waiting);
    if (letter !== undefined) await send(reader, letter, `digest ${dayOf(now, zone)}`);
    await note(reader, 'digest', now);
  }
}
