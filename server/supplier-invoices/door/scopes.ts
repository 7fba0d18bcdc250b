export const invoiceScopes = { 'supplierinvoices:write': 'Submit supplier invoices and attach files to them.' };
