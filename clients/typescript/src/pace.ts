/** Below the limit, so that clocks which differ a little do not lead to another refusal. */
const share = 0.9;
/** By how much the pace rises in each second without a refusal. Other processes may have left the limit to this one. */
const risePerSecond = 1.02;

/** Requests per second of `RateLimit-Policy: "partner";q=100;w=1`. */
function limitIn(policy: string | null): number | undefined {
  const [, quota, windowSeconds = '1'] = /;q=(\d{1,9})(?:;w=(\d{1,9}))?/.exec(policy ?? '') ?? [];
  const limit = Number(quota) / Number(windowSeconds);
  return limit > 0 && limit < Infinity ? limit : undefined;
}

/**
 * Spreads the requests of all calls once the service has refused one with its limit, so that calls in parallel do not
 * take the room from each other again and again. Before that there is no pace.
 */
export class Pace {
  #perSecond = Infinity;
  #refusedAtMs = 0;
  #left = 0;
  #atMs = 0;

  /** After a 429. */
  refused(policy: string | null, nowMs: number): void {
    const limit = limitIn(policy);
    if (limit === undefined) return;
    const rate = this.#rateAt(nowMs);
    this.#perSecond = Math.max(limit * share, rate === Infinity ? 0 : rate / 2);
    this.#refusedAtMs = nowMs;
    this.#left = Math.min(this.#left, 0);
    this.#atMs = nowMs;
  }

  /** Takes the next turn, and returns how long to wait for it. */
  waitMs(nowMs: number): number {
    const rate = this.#rateAt(nowMs);
    if (rate === Infinity) return 0;
    this.#left = Math.min(this.#perSecond, this.#left + ((nowMs - this.#atMs) / 1_000) * rate) - 1;
    this.#atMs = nowMs;
    return this.#left >= 0 ? 0 : (-this.#left / rate) * 1_000;
  }

  #rateAt(nowMs: number): number {
    return this.#perSecond * risePerSecond ** ((nowMs - this.#refusedAtMs) / 1_000);
  }
}
