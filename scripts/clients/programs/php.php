<?php

require 'GuzzleHttp/autoload.php';
spl_autoload_register(function ($name) {
    $file = __DIR__ . '/generated/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $name) . '.php';
    if (is_file($file)) {
        require $file;
    }
});

$configuration = (new OpenAPI\Client\Configuration())
    ->setHost(getenv('DOORWAY_URL'))
    ->setAccessToken(getenv('DOORWAY_TOKEN'));
$suppliers = new OpenAPI\Client\Api\SuppliersApi(new GuzzleHttp\Client(), $configuration);
$invoices = new OpenAPI\Client\Api\SupplierInvoicesApi(new GuzzleHttp\Client(), $configuration);
$number = getenv('DOORWAY_NUMBER');
$invoice = new OpenAPI\Client\Model\SupplierInvoice([
    'external_reference_id' => $number,
    'supplier_number' => $number,
    'total_price' => (float) getenv('DOORWAY_AMOUNT'),
]);

function step(string $name, callable $call)
{
    try {
        $answer = $call();
        echo "$name: ok\n";
        return $answer;
    } catch (Throwable $error) {
        echo "$name: " . str_replace("\n", ' ', $error->getMessage()) . "\n";
        return null;
    }
}

step('supplier', fn() => $suppliers->createSupplier(
    new OpenAPI\Client\Model\Supplier(['number' => $number, 'name' => 'Nordbygg'])));
step('check', fn() => $invoices->checkSupplierInvoice($invoice)->getFindings());
$id = step('create', fn() => $invoices->createSupplierInvoice($invoice)->getId());
step('list', fn() => $invoices->listSupplierInvoices($number, null, 'received')->getSupplierInvoices()[0]->getId());
step('attach', fn() => $invoices->attach($id, new SplFileObject(getenv('DOORWAY_PDF'))));
step('put', fn() => $invoices->putSupplierInvoiceFile(
    $id, 'bilaga 1.pdf', fopen(getenv('DOORWAY_SECOND_PDF'), 'r')));
step('withdraw', fn() => $invoices->withdrawSupplierInvoice(
    $id, null, null, new OpenAPI\Client\Model\SupplierInvoiceWithdrawal(['reason' => 'Sent twice.'])));
step('read', function () use ($invoices, $id) {
    $read = $invoices->readSupplierInvoice($id);
    if ($read->getState() !== 'withdrawn' || count($read->getFiles()) !== 2) {
        throw new Exception('read ' . $read->getState());
    }
    echo 'amount: ' . json_encode($read->getInvoice()->getTotalPrice()) . "\n";
});
