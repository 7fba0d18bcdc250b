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
  SupplierUpdate,
  SupplierUpdated,
} from './types.ts';

export class Suppliers {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  create(supplier: Supplier, options?: CreateOptions): Promise<SupplierCreated> {
    return this.#caller.create('POST /supplierinvoices/suppliers', { body: supplier }, options);
  }

  get(number: string, options?: CallOptions): Promise<SupplierEntry> {
    return this.#caller.repeatable('GET /supplierinvoices/suppliers/{number}', { path: { number } }, options);
  }

  /**
   * The company confirms or declines another name, number or account, and other contact details of a supplier that it
   * has confirmed. The message says what changed and what waits.
   */
  update(number: string, supplier: Supplier, options?: CreateOptions): Promise<SupplierUpdated> {
    const request = { path: { number }, body: supplier };
    return this.#caller.create('PUT /supplierinvoices/suppliers/{number}', request, options);
  }

  /**
   * Changes or proposes only the fields that it has; null empties one. With `ifMatch`, the ETag of reading the supplier,
   * it is a 412 if the supplier has changed since.
   */
  patch(
    number: string,
    patch: SupplierUpdate,
    { ifMatch, ...options }: CreateOptions & { ifMatch?: string } = {},
  ): Promise<SupplierUpdated> {
    const request = {
      path: { number },
      body: patch,
      ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
    };
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
