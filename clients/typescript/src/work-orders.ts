import type { Caller, CreateOptions } from './caller.ts';
import { changePages, Listing, pagesUntilEnd, type FollowOptions, type PageOptions } from './listing.ts';
import type { CallOptions, Query } from './request.ts';
import type { DryRun, WorkOrder, WorkOrderCreated, WorkOrderEntry, WorkOrderFilter, WorkOrderPage } from './types.ts';

export class WorkOrders {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  create(workOrder: WorkOrder, options?: CreateOptions): Promise<WorkOrderCreated> {
    return this.#caller.create('POST /doorway/v1/projects/workorder', { body: workOrder }, options);
  }

  get(id: string, options?: CallOptions): Promise<WorkOrderEntry> {
    return this.#caller.repeatable('GET /doorway/v1/projects/workorder/{id}', { path: { id } }, options);
  }

  /** Your own work orders, ordered by their last change, the oldest first. */
  list(
    { after, ...query }: WorkOrderFilter & PageOptions = {},
    options?: CallOptions,
  ): Listing<WorkOrderEntry, WorkOrderPage> {
    return new Listing(
      () => pagesUntilEnd((position) => this.#page({ ...query, after: position }, options), after),
      ({ workOrders }) => workOrders,
    );
  }

  /** The same, and then each work order again when it changes. Never ends by itself: abort the signal. */
  changes(
    { after, ...query }: WorkOrderFilter & PageOptions = {},
    options: FollowOptions & CallOptions = {},
  ): Listing<WorkOrderEntry, WorkOrderPage> {
    return new Listing(
      () => changePages((position) => this.#page({ ...query, after: position }, options), { ...options, after }),
      ({ workOrders }) => workOrders,
    );
  }

  #page(query: WorkOrderFilter & Query, options: CallOptions | undefined): Promise<WorkOrderPage> {
    return this.#caller.repeatable('GET /doorway/v1/projects/workorder', { query }, options);
  }

  /** Does every check and stores nothing. */
  dryRun(workOrder: WorkOrder, options?: CallOptions): Promise<DryRun> {
    return this.#caller.repeatable('POST /doorway/v1/projects/workorder/check', { body: workOrder }, options);
  }
}
