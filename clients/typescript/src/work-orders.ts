import type { Caller, CreateOptions } from './caller.ts';
import type { WorkOrder, WorkOrderCreated } from './types.ts';

export class WorkOrders {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  create(workOrder: WorkOrder, options?: CreateOptions): Promise<WorkOrderCreated> {
    return this.#caller.create('POST /doorway/v1/projects/workorder', workOrder, options);
  }
}
