import type { Caller, CreateOptions } from './caller.ts';
import { formOf, type FileOptions, type FileSource } from './files.ts';
import type { AttachmentCreated, SupplierInvoice, SupplierInvoiceCreated } from './types.ts';

const attachDefaults = { attemptTimeoutMs: 5 * 60_000, timeoutMs: 15 * 60_000 };

export class Invoices {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  create(invoice: SupplierInvoice, options?: CreateOptions): Promise<SupplierInvoiceCreated> {
    return this.#caller.create('POST /supplierinvoices/supplierinvoices', invoice, options);
  }

  /** Sends a file piece by piece, so that a large one needs no memory. */
  attach(
    supplierInvoiceId: string,
    file: FileSource,
    { fileName, contentType, ...options }: FileOptions & CreateOptions = {},
  ): Promise<AttachmentCreated> {
    const described = {
      ...(fileName !== undefined && { fileName }),
      ...(contentType !== undefined && { contentType }),
    };
    const form = formOf({ supplierInvoiceId }, file, described);
    return this.#caller.create('POST /supplierinvoices/attach', form, { ...attachDefaults, ...options });
  }
}
