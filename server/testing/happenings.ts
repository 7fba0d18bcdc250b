import type { EventType } from '../events/catalogue.ts';
import { paths, type Answer, type Door } from './door.ts';
import { creationsOn, invoiceOn, type Creation } from './operations.ts';
import { signedIn } from './operator.ts';

export const traceIdOf = ({ headers }: Answer): string => headers.get('traceparent')?.split('-')[1] ?? '';

/** What records an event of each type, over HTTP; another seed makes another record. It answers the request that did. */
export async function happeningsOn(door: Door): Promise<Record<EventType, (seed: string) => Promise<Answer>>> {
  const creations = await creationsOn(door);
  const administrator = await signedIn(door, 'administrator');
  const expectDone = (answer: Answer): Answer => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const create = (wanted: Creation['name']) => async (seed: string) => {
    const { path, body } = creations.find(({ name }) => name === wanted) as Creation;
    return expectDone(await door.post(path, await body(seed)));
  };
  const desk = async (method: string, path: string, body: object) =>
    expectDone(await administrator.call(method, `/companies/${door.company}${path}`, body));
  const workOrder = async (seed: string) => {
    const { headers, body } = await door.post(paths.workOrders, { id: seed, proposalId: 'P-1' });
    return (body.id ?? headers.get('doorway-existing-id')) as string;
  };
  return {
    'supplier.created': create('createSupplier'),
    'supplier.updated': (seed) => desk('PATCH', '/suppliers/1', { city: seed }),
    'supplierinvoice.created': create('createSupplierInvoice'),
    'supplierinvoice.attached': create('attach'),
    'supplierinvoice.approved': async (seed) => desk('POST', `/invoices/${await invoiceOn(door, seed)}/approve`, {}),
    'supplierinvoice.rejected': async (seed) =>
      desk('POST', `/invoices/${await invoiceOn(door, seed)}/reject`, { reason: 'Twice.' }),
    'workorder.created': create('createWorkOrder'),
    'workorder.done': async (seed) => desk('POST', `/work-orders/${await workOrder(seed)}/done`, {}),
    'workorder.cancelled': async (seed) =>
      desk('POST', `/work-orders/${await workOrder(seed)}/cancel`, { reason: 'Never begun.' }),
  };
}
