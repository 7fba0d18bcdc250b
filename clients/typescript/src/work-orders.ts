import type { Caller, CreateOptions } from './caller.ts';
import type { CallOptions } from './transport.ts';
import type { DryRun, WorkOrder, WorkOrderCreated } from './types.ts';

export class WorkOrders {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  create(workOrder: WorkOrder, options?: CreateOptions): Promise<WorkOrderCreated> {
    return this.#caller.create('POST /doorway/v1/projects/workorder', { body: workOrder }, options);
  }

  /** Does every check and stores nothing. */
  dryRun(workOrder: WorkOrder, options?: CallOptions): Promise<DryRun> {
    return this.#caller.dryRun('POST /doorway/v1/projects/workorder', { body: workOrder }, options);
  }
}
