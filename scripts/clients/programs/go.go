package main

import (
	"context"
	"fmt"
	"os"

	doorway "example.com/acme/doorway-client"
)

func main() {
	configuration := doorway.NewConfiguration()
	configuration.Servers = doorway.ServerConfigurations{{URL: os.Getenv("DOORWAY_URL")}}
	client := doorway.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), doorway.ContextAccessToken, os.Getenv("DOORWAY_TOKEN"))
	number := os.Getenv("DOORWAY_NUMBER")
	invoice := *doorway.NewSupplierInvoice(number, number)
	invoice.SetTotalPrice(doorway.Amount(os.Getenv("DOORWAY_AMOUNT")))

	_, _, err := client.SuppliersAPI.CreateSupplier(ctx).Supplier(*doorway.NewSupplier(number, "Nordbygg")).Execute()
	report("supplier", err)
	_, _, err = client.SupplierInvoicesAPI.CheckSupplierInvoice(ctx).SupplierInvoice(invoice).Execute()
	report("check", err)
	created, _, err := client.SupplierInvoicesAPI.CreateSupplierInvoice(ctx).SupplierInvoice(invoice).Execute()
	report("create", err)
	id := created.GetId()
	list, _, err := client.SupplierInvoicesAPI.ListSupplierInvoices(ctx).ExternalReferenceId(number).State("received").Execute()
	if err == nil && len(list.GetSupplierInvoices()) != 1 {
		err = fmt.Errorf("listed %d invoices", len(list.GetSupplierInvoices()))
	}
	report("list", err)
	file, err := os.Open(os.Getenv("DOORWAY_PDF"))
	if err == nil {
		_, _, err = client.SupplierInvoicesAPI.Attach(ctx).SupplierInvoiceId(id).File(file).Execute()
	}
	report("attach", err)
	second, err := os.Open(os.Getenv("DOORWAY_SECOND_PDF"))
	if err == nil {
		_, _, err = client.SupplierInvoicesAPI.PutSupplierInvoiceFile(ctx, id, "bilaga 1.pdf").Body(second).Execute()
	}
	report("put", err)
	reason := *doorway.NewSupplierInvoiceWithdrawal()
	reason.SetReason("Sent twice.")
	_, _, err = client.SupplierInvoicesAPI.WithdrawSupplierInvoice(ctx, id).SupplierInvoiceWithdrawal(reason).Execute()
	report("withdraw", err)
	read, _, err := client.SupplierInvoicesAPI.ReadSupplierInvoice(ctx, id).Execute()
	if err == nil && (read.GetState() != "withdrawn" || len(read.GetFiles()) != 2) {
		err = fmt.Errorf("read %s and %d files", read.GetState(), len(read.GetFiles()))
	}
	report("read", err)
	if err == nil {
		fmt.Println("amount:", read.Invoice.GetTotalPrice())
	}
}

func report(call string, err error) {
	if err == nil {
		fmt.Println(call + ": ok")
	} else {
		fmt.Printf("%s: %q\n", call, err)
	}
}
