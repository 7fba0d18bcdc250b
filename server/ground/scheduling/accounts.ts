export interface Accounts {
  charge(caller: string, ms: number): void;
  /** The processor time that a caller has used lately. */
  usedMs(caller: string): number;
}

/** Half of what a caller has used is forgotten after this time, so a caller never waits for its use of long ago. */
const halfLifeMs = 1_000;

/** Only the callers charged most recently are kept. */
const maxCallers = 10_000;

export function createAccounts(now: () => number): Accounts {
  const accounts = new Map<string, { usedMs: number; at: number }>();
  function usedMs(caller: string): number {
    const account = accounts.get(caller);
    return account === undefined ? 0 : account.usedMs * 0.5 ** ((now() - account.at) / halfLifeMs);
  }
  return {
    usedMs,
    charge(caller, ms) {
      const account = { usedMs: usedMs(caller) + ms, at: now() };
      // Moves the caller to the end of the map; the oldest is at its beginning.
      accounts.delete(caller);
      accounts.set(caller, account);
      if (accounts.size > maxCallers) for (const oldest of accounts.keys()) if (accounts.delete(oldest)) break;
    },
  };
}
