export const invoiceScopes = {
  'supplierinvoices:read': 'Read back own supplier invoices.',
  'supplierinvoices:write':
    'Submit supplier invoices, attach files to them, withdraw them, answer questions about them, and read them back.',
};
