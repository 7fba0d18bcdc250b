import os

import openapi_client
from openapi_client import Supplier, SupplierInvoice, SupplierInvoiceWithdrawal
from steps import run

client = openapi_client.ApiClient(
    openapi_client.Configuration(host=os.environ["DOORWAY_URL"], access_token=os.environ["DOORWAY_TOKEN"])
)
suppliers = openapi_client.SuppliersApi(client)
invoices = openapi_client.SupplierInvoicesApi(client)
number = os.environ["DOORWAY_NUMBER"]
invoice = SupplierInvoice(
    external_reference_id=number, supplier_number=number, total_price=float(os.environ["DOORWAY_AMOUNT"])
)


def attach(id):
    with open(os.environ["DOORWAY_PDF"], "rb") as file:
        invoices.attach(id, ("invoice.pdf", file.read()), _content_type="multipart/form-data")


run(
    supplier=lambda: suppliers.create_supplier(Supplier(number=number, name="Nordbygg")),
    check=lambda: invoices.check_supplier_invoice(invoice).findings,
    create=lambda: invoices.create_supplier_invoice(invoice).id,
    list=lambda id: [entry.id for entry in invoices.list_supplier_invoices(state="received").supplier_invoices].index(id),
    attach=attach,
    put=lambda id: invoices.put_supplier_invoice_file(id, "bilaga 1.pdf", os.environ["DOORWAY_SECOND_PDF"]),
    withdraw=lambda id: invoices.withdraw_supplier_invoice(
        id, supplier_invoice_withdrawal=SupplierInvoiceWithdrawal(reason="Sent twice.")
    ),
    read=lambda id: (lambda read: (read.state, len(read.files), read.invoice.total_price))(
        invoices.read_supplier_invoice(id)
    ),
)
