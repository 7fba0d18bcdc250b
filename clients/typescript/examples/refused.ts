import createClient from 'openapi-fetch';
import type { components, paths } from './partner.js';
import type { components as OperatorComponents, paths as OperatorPaths } from './operator.js';

/** Mistakes that must not compile. A mistake that the types miss fails here. */
export async function mistakes(): Promise<void> {
  const client = createClient<paths>({ baseUrl: '/' });
  // @ts-expect-error A field that does not exist.
  const supplier: components['schemas']['Supplier'] = { number: '1', name: 'Nordbygg', adress: 'Uppsala' };
  await client.POST('/supplierinvoices/suppliers', { body: supplier });
  // @ts-expect-error A required field that is missing.
  await client.POST('/supplierinvoices/supplierinvoices', { body: { externalReferenceId: 'scan-1' } });
  await client.POST('/supplierinvoices/supplierinvoices', {
    // @ts-expect-error A string where a number belongs.
    body: { externalReferenceId: 'scan-1', supplierNumber: '1', totalPrice: '12' },
  });
  // @ts-expect-error A text as limit.
  await client.GET('/supplierinvoices/suppliers', { params: { query: { limit: '10' } } });
  // @ts-expect-error A query parameter that does not exist.
  await client.GET('/supplierinvoices/suppliers', { params: { query: { offset: 10 } } });
  // @ts-expect-error A path that does not exist.
  await client.POST('/supplierinvoices/supplier', { body: { number: '1', name: 'Nordbygg' } });
  // @ts-expect-error A method that the path does not have.
  await client.GET('/supplierinvoices/attach');
  // @ts-expect-error Another grant than the one there is.
  await client.POST('/oauth/token', { body: { grant_type: 'password' } });
  // @ts-expect-error A field of an answer that does not exist.
  ({}) as components['schemas']['SupplierInvoiceCreated'] satisfies { supplierInvoiceId: string };

  const operators = createClient<OperatorPaths>({ baseUrl: '/' });
  // @ts-expect-error A field that does not exist.
  const company: OperatorComponents['schemas']['CompanyForm'] = { name: 'Acme', number: '1' };
  await operators.POST('/operator/v1/companies', { body: company });
  // @ts-expect-error A text as limit.
  await operators.GET('/operator/v1/companies', { params: { query: { limit: '10' } } });
  await operators.GET('/operator/v1/companies', { params: { query: { limit: 10, format: 'json' } } });
}
