import os
from pathlib import Path

from doorway_partner_interface_client import AuthenticatedClient
from doorway_partner_interface_client.api.supplier_invoices import (
    attach,
    check_supplier_invoice,
    create_supplier_invoice,
    list_supplier_invoices,
    put_supplier_invoice_file,
    read_supplier_invoice,
    withdraw_supplier_invoice,
)
from doorway_partner_interface_client.api.suppliers import create_supplier
from doorway_partner_interface_client.models import (
    AttachmentForm,
    ListSupplierInvoicesState,
    Problem,
    Supplier,
    SupplierInvoice,
    SupplierInvoiceWithdrawal,
)
from doorway_partner_interface_client.types import File
from steps import run

client = AuthenticatedClient(base_url=os.environ["DOORWAY_URL"], token=os.environ["DOORWAY_TOKEN"])
number = os.environ["DOORWAY_NUMBER"]
invoice = SupplierInvoice(
    external_reference_id=number, supplier_number=number, total_price=float(os.environ["DOORWAY_AMOUNT"])
)


def answer(operation, *args, **more):
    found = operation.sync(*args, client=client, **more)
    if found is None or isinstance(found, Problem):
        raise RuntimeError(found)
    return found


def send_file(id):
    file = File(Path(os.environ["DOORWAY_PDF"]).open("rb"), "invoice.pdf", "application/pdf")
    answer(attach, body=AttachmentForm(supplier_invoice_id=id, file=file))


def put_file(id):
    with Path(os.environ["DOORWAY_SECOND_PDF"]).open("rb") as file:
        answer(put_supplier_invoice_file, id, "bilaga 1.pdf", body=File(file))


def read_back(id):
    read = answer(read_supplier_invoice, id)
    return read.state, len(read.files), read.invoice.total_price


run(
    supplier=lambda: answer(create_supplier, body=Supplier(number=number, name="Nordbygg")),
    check=lambda: answer(check_supplier_invoice, body=invoice).findings,
    create=lambda: answer(create_supplier_invoice, body=invoice).id,
    list=lambda id: [
        entry.id
        for entry in answer(list_supplier_invoices, state=ListSupplierInvoicesState.RECEIVED).supplier_invoices
    ].index(id),
    attach=send_file,
    put=put_file,
    withdraw=lambda id: answer(withdraw_supplier_invoice, id, body=SupplierInvoiceWithdrawal(reason="Sent twice.")),
    read=read_back,
)
