import java.io.File;
import java.math.BigDecimal;
import java.util.concurrent.Callable;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.SupplierInvoicesApi;
import org.openapitools.client.api.SuppliersApi;
import org.openapitools.client.model.*;

public class Java {
  public static void main(String[] args) {
    ApiClient client = new ApiClient();
    client.setObjectMapper(new FileBodies(ApiClient.createDefaultObjectMapper()));
    client.updateBaseUri(System.getenv("DOORWAY_URL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("DOORWAY_TOKEN")));
    SuppliersApi suppliers = new SuppliersApi(client);
    SupplierInvoicesApi invoices = new SupplierInvoicesApi(client);
    String number = System.getenv("DOORWAY_NUMBER");
    SupplierInvoice invoice = new SupplierInvoice()
        .externalReferenceId(number)
        .supplierNumber(number)
        .totalPrice(new BigDecimal(System.getenv("DOORWAY_AMOUNT")));

    step("supplier", () -> suppliers.createSupplier(new Supplier().number(number).name("Nordbygg"), null, null, null));
    step("check", () -> invoices.checkSupplierInvoice(invoice, null, null).getFindings().size());
    SupplierInvoiceCreated created = step("create", () -> invoices.createSupplierInvoice(invoice, null, null, null));
    String id = created == null ? null : created.getId();
    step("list", () -> invoices
        .listSupplierInvoices(number, null, "received", null, null, null)
        .getSupplierInvoices().get(0).getId());
    step("attach", () -> invoices.attach(id, new File(System.getenv("DOORWAY_PDF")), null, null, null));
    File second = new File(System.getenv("DOORWAY_SECOND_PDF"));
    step("put", () -> invoices.putSupplierInvoiceFile(id, "bilaga 1.pdf", second, null, null));
    step("withdraw", () -> invoices.withdrawSupplierInvoice(
        id, null, null, new SupplierInvoiceWithdrawal().reason("Sent twice.")));
    step("read", () -> {
      SupplierInvoiceRecord read = invoices.readSupplierInvoice(id, null, null);
      if (!"withdrawn".equals(read.getState().getValue()) || read.getFiles().size() != 2)
        throw new IllegalStateException("read " + read.getState() + " and " + read.getFiles().size() + " files");
      System.out.println("amount: " + read.getInvoice().getTotalPrice().toPlainString());
      return read;
    });
  }

  static <T> T step(String name, Callable<T> call) {
    try {
      T answer = call.call();
      System.out.println(name + ": ok");
      return answer;
    } catch (Exception error) {
      System.out.println(name + ": " + error.toString().replace('\n', ' '));
      return null;
    }
  }
}
