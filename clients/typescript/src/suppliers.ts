import type { Caller, CreateOptions } from './caller.ts';
import { Listing, pagesUntilEnd } from './listing.ts';
import type { CallOptions } from './request.ts';
import type {
  DryRun,
  Supplier,
  SupplierCreated,
  SupplierEntry,
  SupplierFilter,
  SupplierPage,
  SupplierProposal,
  SupplierProposalFilter,
  SupplierProposalPage,
  SupplierRecord,
  SupplierUpdate,
  SupplierUpdated,
} from './types.ts';

export interface ChangeOptions extends CreateOptions {
  /** The `etag` of the supplier as you read it: the call fails with status 412 if the supplier has changed since. */
  ifMatch?: string;
}

const expecting = (ifMatch: string | undefined): Record<string, string> =>
  ifMatch === undefined ? {} : { 'if-match': ifMatch };

export class Suppliers {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  create(supplier: Supplier, options?: CreateOptions): Promise<SupplierCreated> {
    return this.#caller.create('POST /supplierinvoices/suppliers', { body: supplier }, options);
  }

  /** Its `etag` is for `update` and `patch`. */
  get(number: string, options?: CallOptions): Promise<SupplierRecord> {
    return this.#caller.tagged('GET /supplierinvoices/suppliers/{number}', { path: { number } }, options);
  }

  /**
   * The company confirms or declines another name, number or account, and other contact details of a supplier that it
   * has confirmed. The message says what changed and what waits.
   */
  update(number: string, supplier: Supplier, { ifMatch, ...options }: ChangeOptions = {}): Promise<SupplierUpdated> {
    const request = { path: { number }, body: supplier, headers: expecting(ifMatch) };
    return this.#caller.create('PUT /supplierinvoices/suppliers/{number}', request, options);
  }

  /** Changes or proposes only the fields that it has; null empties one. */
  patch(number: string, patch: SupplierUpdate, { ifMatch, ...options }: ChangeOptions = {}): Promise<SupplierUpdated> {
    const request = { path: { number }, body: patch, headers: expecting(ifMatch) };
    return this.#caller.create('PATCH /supplierinvoices/suppliers/{number}', request, options);
  }

  /** Does every check and stores nothing. */
  dryRun(supplier: Supplier, options?: CallOptions): Promise<DryRun> {
    return this.#caller.repeatable('POST /supplierinvoices/suppliers/check', { body: supplier }, options);
  }

  /** The changes that you proposed, newest first, with what the company decided. */
  proposals(
    filter: SupplierProposalFilter & { limit?: number } = {},
    options?: CallOptions,
  ): Listing<SupplierProposal, SupplierProposalPage> {
    const read = (after: string | undefined) =>
      this.#caller.repeatable<SupplierProposalPage>(
        'GET /supplierinvoices/proposals',
        { query: { ...filter, after } },
        options,
      );
    return new Listing(
      () => pagesUntilEnd(read),
      ({ proposals }) => proposals,
    );
  }

  /** Every supplier of the company, ordered by number. */
  list(filter: SupplierFilter & { limit?: number } = {}, options?: CallOptions): Listing<SupplierEntry, SupplierPage> {
    const { limit = 1000, ...query } = filter;
    const read = (after: string | undefined) =>
      this.#caller.repeatable<SupplierPage>(
        'GET /supplierinvoices/suppliers',
        { query: { ...query, limit, after } },
        options,
      );
    return new Listing(
      () => pagesUntilEnd(read),
      ({ suppliers }) => suppliers,
    );
  }
}
