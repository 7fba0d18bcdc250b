/** An action that waits until the operator has proved who they are. */
interface WaitingAction {
  resume: () => void;
  stop: (reason: unknown) => void;
}

let waiting: WaitingAction[] = [];
const listeners = new Set<() => void>();

function setWaiting(actions: WaitingAction[]): void {
  waiting = actions;
  for (const listener of listeners) listener();
}

export function subscribeToProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while an action waits; a dialog over the page then asks for the proof. */
export const isProofWanted = (): boolean => waiting.length > 0;

/** Resolves once the operator has proved who they are; fails with the refusal if they do not want to. */
export const proofGiven = (refusal: unknown): Promise<void> =>
  new Promise((resume, stop) => setWaiting([...waiting, { resume, stop: () => stop(refusal) }]));

export function resumeActions(): void {
  const all = waiting;
  setWaiting([]);
  for (const { resume } of all) resume();
}

export function stopActions(): void {
  const all = waiting;
  setWaiting([]);
  for (const { stop } of all) stop(undefined);
}
