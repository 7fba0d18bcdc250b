import type { EventType } from '../../common/events.ts';
import { catalogue } from '../events/catalogue.ts';
import { addCodes } from './coding.ts';
import { paths, type Answer, type Door } from './door.ts';
import { creationsOn, invoiceOn, type Creation } from './operations.ts';
import { decideAs, signedIn, type SignedIn } from './operator.ts';

export const traceIdOf = ({ headers }: Answer): string => headers.get('traceparent')?.split('-')[1] ?? '';

/** Only commands and jobs check invoices again and verify files. */
const unrequested = ['supplierinvoice.checked', 'attachment.damaged'] as const satisfies EventType[];
/** A request can record every other type. */
export type RequestedEvent = Exclude<EventType, (typeof unrequested)[number]>;
export const requestedEvents = Object.keys(catalogue).filter(
  (type): type is RequestedEvent => !(unrequested as readonly string[]).includes(type),
);

/** Each function records an event and returns its trace id; another seed uses another record. */
export async function happeningsOn(
  door: Door,
  prepared?: Creation[],
): Promise<Record<RequestedEvent, (seed: string) => Promise<string>>> {
  const creations = prepared ?? (await creationsOn(door));
  const administrator = await signedIn(door, 'administrator');
  const second = await signedIn(door, 'administrator');
  let approver: SignedIn | undefined;
  const limited = async () => {
    approver ??= await signedIn(door, 'approver');
    await door.pool.query(
      'UPDATE operator_companies SET approval_limit = 0 WHERE company_id = $1 AND operator_id = $2',
      [door.company, approver.id],
    );
    return approver;
  };
  const done = (answer: Answer): string => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return traceIdOf(answer);
  };
  const create = (wanted: Creation['name']) => async (seed: string) => {
    const { path, body } = creations.find(({ name }) => name === wanted) as Creation;
    return done(await door.post(path, await body(seed)));
  };
  const desk = async (method: string, path: string, body: object, who = administrator) =>
    done(await who.call(method, `/companies/${door.company}${path}`, body));
  const takeBack = async (id: string, what: string, body: object, who = administrator) =>
    done(await decideAs(who, `/companies/${door.company}/invoices/${id}`, what, body));
  /** An operator who changed a supplier may neither approve nor release its invoices. */
  const approve = (id: string) => desk('POST', `/invoices/${id}/approve`, {}, second);
  const workOrder = async (seed: string) => {
    const { headers, body } = await door.post(paths.workOrders, { id: seed, proposalId: 'P-1' });
    return (body.id ?? headers.get('doorway-existing-id')) as string;
  };
  const sign = async (seed: string) => {
    const id = await invoiceOn(door, seed);
    return { id, traceId: await desk('POST', `/invoices/${id}/approve`, {}, await limited()) };
  };
  const release = async (seed: string) => {
    const id = await invoiceOn(door, seed);
    await door.pool.query(`UPDATE supplier_invoices SET state = 'held' WHERE id = $1`, [id]);
    return desk('POST', `/invoices/${id}/release`, { reason: 'The account is right.' }, second);
  };
  const proposal = async (seed: string) => {
    const number = `proposed ${seed}`;
    done(await door.post(paths.suppliers, { number, name: 'Nordbygg' }));
    done(await door.call('PATCH', `${paths.suppliers}/${number}`, { body: { name: 'Renamed' } }));
    const { body } = await administrator.call('GET', `/companies/${door.company}/suppliers/${number}`);
    return `/suppliers/${number}/proposals/${body.proposals[0].id}`;
  };
  return {
    'supplier.created': create('createSupplier'),
    'supplier.updated': (seed) => desk('PATCH', '/suppliers/1', { city: seed }),
    'supplier.proposed': async (seed) =>
      done(await door.call('PUT', `${paths.suppliers}/1`, { body: { number: '1', name: `Renamed ${seed}` } })),
    'supplier.proposal.confirmed': async (seed) => desk('POST', `${await proposal(seed)}/confirm`, {}),
    'supplier.proposal.declined': async (seed) =>
      desk('POST', `${await proposal(seed)}/decline`, { reason: 'It is not theirs.' }),
    'supplierinvoice.created': create('createSupplierInvoice'),
    'supplierinvoice.attached': create('attach'),
    // A bank giro that is not in the supplier's record holds the invoice.
    'supplierinvoice.held': async (seed) => {
      await desk('PATCH', '/suppliers/1', { bankGiro: '991-2346' });
      return done(
        await door.post(paths.invoices, {
          externalReferenceId: seed,
          supplierNumber: '1',
          supplierBankGiro: '5050-1055',
        }),
      );
    },
    'supplierinvoice.approved': async (seed) => approve(await invoiceOn(door, seed)),
    // An invoice without a total is above every limit, so it needs two approvals.
    'supplierinvoice.signed': async (seed) => (await sign(seed)).traceId,
    'supplierinvoice.unsigned': async (seed) => {
      const { id } = await sign(seed);
      return takeBack(id, 'unsign', {}, await limited());
    },
    'supplierinvoice.rejected': async (seed) =>
      desk('POST', `/invoices/${await invoiceOn(door, seed)}/reject`, { reason: 'Twice.' }),
    'supplierinvoice.released': release,
    'supplierinvoice.reopened': async (seed) => {
      const id = await invoiceOn(door, seed);
      await approve(id);
      return takeBack(id, 'reopen', { reason: 'Too early.' });
    },
    'supplierinvoice.booked': async (seed) => {
      const id = await invoiceOn(door, seed);
      await approve(id);
      return desk('POST', `/invoices/${id}/booked`, { voucher: `L ${seed}`, bookedOn: '2026-11-16' });
    },
    'supplierinvoice.withdrawn': async (seed) =>
      done(await door.post(`${paths.invoices}/${await invoiceOn(door, seed)}/withdraw`, { reason: 'Sent too early.' })),
    'supplierinvoice.dismissed': async (seed) => {
      const { path, body } = creations.find(({ name }) => name === 'createSupplierInvoice') as Creation;
      const { id } = (await door.post(path, { ...(await body(seed)), currency: 'QQQ' })).body;
      return desk('POST', `/invoices/${id}/findings/1/dismiss`, { reason: 'It is a currency to us.' });
    },
    'supplierinvoice.noted': async (seed) =>
      desk('POST', `/invoices/${await invoiceOn(door, seed)}/notes`, {
        text: 'Was it delivered?',
        mentions: [second.id],
      }),
    'supplierinvoice.assigned': async (seed) =>
      desk('PUT', `/invoices/${await invoiceOn(door, seed)}/assignment`, { operatorId: second.id }),
    'supplierinvoice.coded': async (seed) => {
      await addCodes(door, { account: ['4010'] });
      return desk('PUT', `/invoices/${await invoiceOn(door, seed)}/coding`, { rows: [{ account: '4010' }] });
    },
    'supplierinvoice.confirmed': async (seed) => {
      const { version } = (await administrator.call('GET', `/companies/${door.company}/routing`)).body;
      const step = { need: 'any', people: [second.id] };
      await desk('PUT', '/routing', { version, rules: [{ name: 'All', when: {}, steps: [step, step] }] });
      return desk('POST', `/invoices/${await invoiceOn(door, seed)}/confirm-step`, { step: 1 }, second);
    },
    'supplierinvoice.questioned': async (seed) =>
      desk('POST', `/invoices/${await invoiceOn(door, seed)}/questions`, {
        text: 'Which order is it?',
        dueAt: '2099-11-20T23:00:00Z',
      }),
    'supplierinvoice.answered': async (seed) => {
      const id = await invoiceOn(door, seed);
      const path = `/companies/${door.company}/invoices/${id}/questions`;
      const asked = await administrator.call('POST', path, { text: 'Which order is it?' });
      const [{ id: questionId }] = asked.body.questions;
      return done(await door.post(`${paths.invoices}/${id}/answers`, { questionId, text: 'Order 4711.' }));
    },
    'workorder.created': create('createWorkOrder'),
    'workorder.done': async (seed) => desk('POST', `/work-orders/${await workOrder(seed)}/done`, {}),
    'workorder.cancelled': async (seed) =>
      desk('POST', `/work-orders/${await workOrder(seed)}/cancel`, { reason: 'Never begun.' }),
    'workorder.reopened': async (seed) => {
      const id = await workOrder(seed);
      await desk('POST', `/work-orders/${id}/done`, {});
      const path = `/companies/${door.company}/work-orders/${id}`;
      return done(await decideAs(administrator, path, 'reopen', { reason: 'Not dry yet.' }));
    },
  };
}
