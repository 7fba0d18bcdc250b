use openapi::apis::{configuration::Configuration, supplier_invoices_api as invoices, suppliers_api as suppliers};
use openapi::models::{Supplier, SupplierInvoice, SupplierInvoiceWithdrawal};
use std::env::var;
use std::fmt::Debug;

#[tokio::main]
async fn main() {
    let mut configuration = Configuration::new();
    configuration.base_path = var("DOORWAY_URL").unwrap();
    configuration.oauth_access_token = Some(var("DOORWAY_TOKEN").unwrap());
    let configuration = &configuration;
    let number = &var("DOORWAY_NUMBER").unwrap();
    let mut invoice = SupplierInvoice::new(number.clone(), number.clone());
    invoice.total_price = Some(Some(var("DOORWAY_AMOUNT").unwrap().parse().unwrap()));

    let supplier = Supplier::new(number.clone(), "Nordbygg".to_string());
    report("supplier", suppliers::create_supplier(configuration, supplier, None, None, None).await);
    report("check", invoices::check_supplier_invoice(configuration, invoice.clone(), None, None).await);
    let created = invoices::create_supplier_invoice(configuration, invoice, None, None, None).await;
    let id = &report("create", created).map_or(String::new(), |created| created.id);
    let list = invoices::list_supplier_invoices(configuration, Some(number), None, Some("received"), None, None, None);
    report("list", list.await.map(|list| list.supplier_invoices[0].id.clone()));
    let pdf = var("DOORWAY_PDF").unwrap().into();
    report("attach", invoices::attach(configuration, id, pdf, None, None, None).await);
    let second = var("DOORWAY_SECOND_PDF").unwrap().into();
    report("put", invoices::put_supplier_invoice_file(configuration, id, "bilaga 1.pdf", second, None, None).await);
    let mut reason = SupplierInvoiceWithdrawal::new();
    reason.reason = Some(Some("Sent twice.".to_string()));
    report("withdraw", invoices::withdraw_supplier_invoice(configuration, id, None, None, Some(reason)).await);
    if let Some(read) = report("read", invoices::read_supplier_invoice(configuration, id, None, None).await) {
        assert_eq!((format!("{:?}", read.state).as_str(), read.files.len()), ("Withdrawn", 2));
        println!("amount: {}", read.invoice.total_price.flatten().unwrap());
    }
}

fn report<T, E: Debug>(call: &str, answer: Result<T, E>) -> Option<T> {
    match answer {
        Ok(answer) => {
            println!("{call}: ok");
            Some(answer)
        }
        Err(error) => {
            println!("{call}: {error:?}");
            None
        }
    }
}
