/** Doubted after a request without an answer, until another request shows whether the service is there. */
export type Connection = 'works' | 'doubted' | 'lost';

let state: Connection = 'works';
const listeners = new Set<() => void>();

export const connection = () => state;

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setConnection(value: Connection): void {
  if (value === state) return;
  state = value;
  for (const listener of listeners) listener();
}

export const reportAnswer = (): void => setConnection('works');

export const reportOutage = (): void => setConnection(state === 'works' ? 'doubted' : state);

export const reportLoss = (): void => setConnection('lost');
