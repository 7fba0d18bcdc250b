import type { Caller, CreateOptions } from './caller.ts';
import { formOf, type FileOptions, type FileSource } from './files.ts';
import { changePages, Listing, pagesUntilEnd, type FollowOptions, type PageOptions } from './listing.ts';
import type { CallOptions, Query } from './request.ts';
import type {
  Answer,
  AnswerReceived,
  AttachmentCreated,
  DryRun,
  SupplierInvoice,
  SupplierInvoiceCreated,
  SupplierInvoiceEntry,
  SupplierInvoiceFilter,
  SupplierInvoicePage,
  SupplierInvoiceReceipt,
  SupplierInvoiceRecord,
  SupplierInvoiceWithdrawn,
  Withdrawal,
} from './types.ts';

const fileTimes = { attemptTimeoutMs: 5 * 60_000, timeoutMs: 15 * 60_000 };

export class Invoices {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  create(invoice: SupplierInvoice, options?: CreateOptions): Promise<SupplierInvoiceCreated> {
    return this.#caller.create('POST /supplierinvoices/supplierinvoices', { body: invoice }, options);
  }

  /** Does every check, for duplicates and the payee too, and stores nothing. */
  dryRun(invoice: SupplierInvoice, options?: CallOptions): Promise<DryRun> {
    return this.#caller.repeatable('POST /supplierinvoices/supplierinvoices/check', { body: invoice }, options);
  }

  /** Sends a file piece by piece, so that a large one needs no memory. */
  attach(id: string, file: FileSource, options: FileOptions & CreateOptions = {}): Promise<AttachmentCreated> {
    const { form, rest } = formFor(id, file, options);
    return this.#caller.create('POST /supplierinvoices/attach', { form }, rest);
  }

  /** Does every check of attaching and stores nothing. */
  dryRunAttach(id: string, file: FileSource, options: FileOptions & CallOptions = {}): Promise<DryRun> {
    const { form, rest } = formFor(id, file, options);
    return this.#caller.repeatable('POST /supplierinvoices/attach/check', { form }, rest);
  }

  /** The state, findings and files of an invoice, with the body as you sent it. */
  get(id: string, options?: CallOptions): Promise<SupplierInvoiceRecord> {
    return this.#caller.repeatable('GET /supplierinvoices/supplierinvoices/{id}', { path: { id } }, options);
  }

  /** Your own invoices, ordered by their last change, the oldest first. */
  list(
    { after, ...query }: SupplierInvoiceFilter & PageOptions = {},
    options?: CallOptions,
  ): Listing<SupplierInvoiceEntry, SupplierInvoicePage> {
    return new Listing(
      () => pagesUntilEnd((position) => this.#page({ ...query, after: position }, options), after),
      ({ supplierInvoices }) => supplierInvoices,
    );
  }

  /** The same, and then each invoice again when it changes. Never ends by itself: abort the signal. */
  changes(
    { after, ...query }: SupplierInvoiceFilter & PageOptions = {},
    options: FollowOptions & CallOptions = {},
  ): Listing<SupplierInvoiceEntry, SupplierInvoicePage> {
    return new Listing(
      () => changePages((position) => this.#page({ ...query, after: position }, options), { ...options, after }),
      ({ supplierInvoices }) => supplierInvoices,
    );
  }

  #page(query: SupplierInvoiceFilter & Query, options: CallOptions | undefined): Promise<SupplierInvoicePage> {
    return this.#caller.repeatable('GET /supplierinvoices/supplierinvoices', { query }, options);
  }

  /** A signed proof that the service received the invoice, as a compact JWS. */
  receipt(id: string, options?: CallOptions): Promise<SupplierInvoiceReceipt> {
    return this.#caller.repeatable('GET /supplierinvoices/supplierinvoices/{id}/receipt', { path: { id } }, options);
  }

  /** Takes back an invoice that the company has not decided about. */
  withdraw(id: string, withdrawal: Withdrawal = {}, options?: CreateOptions): Promise<SupplierInvoiceWithdrawn> {
    const request = { path: { id }, body: withdrawal };
    return this.#caller.create('POST /supplierinvoices/supplierinvoices/{id}/withdraw', request, options);
  }

  /** Answers a question of the company, which reading the invoice shows. */
  answer(id: string, answer: Answer, options?: CreateOptions): Promise<AnswerReceived> {
    const request = { path: { id }, body: answer };
    return this.#caller.create('POST /supplierinvoices/supplierinvoices/{id}/answers', request, options);
  }
}

function formFor<Options extends CallOptions>(
  supplierInvoiceId: string,
  file: FileSource,
  { fileName, contentType, ...rest }: FileOptions & Options,
) {
  const described = { ...(fileName !== undefined && { fileName }), ...(contentType !== undefined && { contentType }) };
  return { form: formOf({ supplierInvoiceId }, file, described), rest: { ...fileTimes, ...rest } };
}
