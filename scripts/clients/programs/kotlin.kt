import java.io.File
import java.math.BigDecimal
import org.openapitools.client.apis.SupplierInvoicesApi
import org.openapitools.client.apis.SuppliersApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.models.Supplier
import org.openapitools.client.models.SupplierInvoice
import org.openapitools.client.models.SupplierInvoiceRecord
import org.openapitools.client.models.SupplierInvoiceWithdrawal

fun main() {
    ApiClient.accessToken = System.getenv("DOORWAY_TOKEN")
    val baseUrl = System.getenv("DOORWAY_URL")
    val suppliers = SuppliersApi(baseUrl)
    val invoices = SupplierInvoicesApi(baseUrl)
    val number = System.getenv("DOORWAY_NUMBER")
    val total = BigDecimal(System.getenv("DOORWAY_AMOUNT"))
    val invoice = SupplierInvoice(externalReferenceId = number, supplierNumber = number, totalPrice = total)

    step("supplier") { suppliers.createSupplier(Supplier(number = number, name = "Nordbygg")) }
    step("check") { invoices.checkSupplierInvoice(invoice).findings }
    val id = step("create") { invoices.createSupplierInvoice(invoice).id } ?: ""
    step("list") {
        val state = SupplierInvoicesApi.StateListSupplierInvoices.received
        invoices.listSupplierInvoices(externalReferenceId = number, state = state).supplierInvoices.single { it.id == id }
    }
    step("attach") { invoices.attach(id, File(System.getenv("DOORWAY_PDF"))) }
    step("put") { invoices.putSupplierInvoiceFile(id, "bilaga 1.pdf", File(System.getenv("DOORWAY_SECOND_PDF"))) }
    step("withdraw") {
        val reason = SupplierInvoiceWithdrawal(reason = "Sent twice.")
        invoices.withdrawSupplierInvoice(id, supplierInvoiceWithdrawal = reason)
    }
    step("read") {
        val read = invoices.readSupplierInvoice(id)
        check(read.state == SupplierInvoiceRecord.State.withdrawn && read.files.size == 2) {
            "read ${read.state} and ${read.files.size} files"
        }
        println("amount: ${read.invoice.totalPrice?.toPlainString()}")
    }
}

fun <T> step(name: String, call: () -> T): T? =
    try {
        call().also { println("$name: ok") }
    } catch (error: Exception) {
        println("$name: ${error.toString().replace('\n', ' ')}")
        null
    }
