package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"

	"example.com/acme/app/doorway"
)

func main() {
	ctx := context.Background()
	client, err := doorway.NewClientWithResponses(os.Getenv("DOORWAY_URL"), doorway.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("DOORWAY_TOKEN"))
			return nil
		}))
	if err != nil {
		panic(err)
	}
	number := os.Getenv("DOORWAY_NUMBER")
	total := json.Number(os.Getenv("DOORWAY_AMOUNT"))
	invoice := doorway.SupplierInvoice{ExternalReferenceId: number, SupplierNumber: number, TotalPrice: &total}

	supplier, err := client.CreateSupplierWithResponse(ctx, nil, doorway.Supplier{Number: number, Name: "Nordbygg"})
	report("supplier", err, err == nil && supplier.JSON200 != nil)
	checked, err := client.CheckSupplierInvoiceWithResponse(ctx, nil, invoice)
	report("check", err, err == nil && checked.JSON200 != nil)
	created, err := client.CreateSupplierInvoiceWithResponse(ctx, nil, invoice)
	report("create", err, err == nil && created.JSON200 != nil)
	id := created.JSON200.Id
	listed(ctx, client, number)
	pdf, _ := os.ReadFile(os.Getenv("DOORWAY_PDF"))
	form := &bytes.Buffer{}
	writer := multipart.NewWriter(form)
	writer.WriteField("supplierInvoiceId", id)
	file, _ := writer.CreateFormFile("file", "invoice.pdf")
	file.Write(pdf)
	writer.Close()
	attached, err := client.AttachWithBodyWithResponse(ctx, nil, writer.FormDataContentType(), form)
	report("attach", err, err == nil && attached.JSON200 != nil)
	second, _ := os.ReadFile(os.Getenv("DOORWAY_SECOND_PDF"))
	put, err := client.PutSupplierInvoiceFileWithBodyWithResponse(
		ctx, id, "bilaga 1.pdf", nil, "application/octet-stream", bytes.NewReader(second))
	report("put", err, err == nil && put.JSON200 != nil)
	reason := "Sent twice."
	withdrawn, err := client.WithdrawSupplierInvoiceWithResponse(ctx, id, nil, doorway.SupplierInvoiceWithdrawal{Reason: &reason})
	report("withdraw", err, err == nil && withdrawn.JSON200 != nil)
	read, err := client.ReadSupplierInvoiceWithResponse(ctx, id, nil)
	isWithdrawn := err == nil && read.JSON200 != nil && read.JSON200.State == "withdrawn" && len(read.JSON200.Files) == 2
	report("read", err, isWithdrawn)
	if isWithdrawn {
		fmt.Println("amount:", *read.JSON200.Invoice.TotalPrice)
	}
}

func listed(ctx context.Context, client *doorway.ClientWithResponses, number string) {
	defer func() {
		if panicked := recover(); panicked != nil {
			report("list", fmt.Errorf("panic: %v", panicked), false)
		}
	}()
	state := doorway.ListSupplierInvoicesParamsState("received")
	list, err := client.ListSupplierInvoicesWithResponse(ctx, &doorway.ListSupplierInvoicesParams{ExternalReferenceId: &number, State: &state})
	report("list", err, err == nil && list.JSON200 != nil && len(list.JSON200.SupplierInvoices) == 1)
}

func report(call string, err error, isExpected bool) {
	if err == nil && isExpected {
		fmt.Println(call + ": ok")
	} else {
		fmt.Printf("%s: another answer than expected, %v\n", call, err)
	}
}
