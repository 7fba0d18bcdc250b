import type { Caller } from './caller.ts';
import type { CallOptions } from './request.ts';
import type { Checklist, SandboxAnswer, SandboxDecision } from './types.ts';

/** Works with a sandbox token only. */
export class Sandbox {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Plays the operator: approves, rejects, holds, releases or books an invoice. */
  decide(decision: SandboxDecision, options?: CallOptions): Promise<SandboxAnswer> {
    return this.#caller.once('POST /doorway/v1/sandbox/decisions', { body: decision }, options);
  }

  /** What you have shown, and what is left before you go live. */
  checklist(options?: CallOptions): Promise<Checklist> {
    return this.#caller.repeatable('GET /doorway/v1/sandbox/checklist', {}, options);
  }

  /** Removes what was sent to the sandbox. */
  reset(options?: CallOptions): Promise<SandboxAnswer> {
    return this.#caller.repeatable('POST /doorway/v1/sandbox/reset', {}, options);
  }
}
