import fc from 'fast-check';
import type { CheckedSupplier } from './context.ts';
import {
  amount,
  anyBankGiro,
  anyPostGiro,
  anySwedishIban,
  base64,
  day,
  digits,
  epoch,
  gtin,
  hex,
  organization,
  person,
  personal,
  phone,
  places,
  time,
  uuid,
  withCheckDigit,
} from './believable-values.testing.ts';
import { randomOf, type Random } from './sums/random.testing.ts';

type Fields = Record<string, unknown>;

export interface BelievableInvoice {
  invoice: Fields;
  supplier: CheckedSupplier;
}

/** Invoices as real systems send them, with fields of their own. None names an account that is not the supplier's. */
export const believableInvoices = (): fc.Arbitrary<BelievableInvoice> =>
  fc.integer({ min: 0, max: 2 ** 31 - 1 }).map(believableInvoice);

/** A seed always gives the same invoice. */
export function believableInvoice(seed: number): BelievableInvoice {
  const random = randomOf(seed);
  const supplier = supplierOf(random);
  const name = random.pick(places);
  return {
    supplier,
    invoice: {
      externalReferenceId: random.pick([`scan-2026-${digits(random, 6)}`, uuid(random), `INV${digits(random, 9)}`]),
      supplierNumber: digits(random, random.whole(3, 6)),
      supplierName: supplier.name,
      supplierOrganizationalNumber: supplier.organizationalNumber,
      ...(random.chance(70) && supplier.bankGiro !== '' && { supplierBankGiro: supplier.bankGiro }),
      ...(random.chance(50) && supplier.postGiro !== '' && { supplierPostGiro: supplier.postGiro }),
      supplierInvoiceNumber: random.pick([`F-${digits(random, 5)}`, digits(random, 8), `2026-${digits(random, 6)}`]),
      orderNumber: random.pick([
        `PO-${digits(random, 4)}`,
        digits(random, 10),
        `${digits(random, 4)}-${digits(random, 4)}`,
      ]),
      projectName: random.pick([
        `Kvarteret ${name}`,
        `${digits(random, 5)} ${name}`,
        `P${digits(random, 4)}-${digits(random, 2)}`,
      ]),
      externalReference: random.pick([
        person(random),
        `${person(random)}, ${phone(random)}`,
        `Ref ${digits(random, 7)}`,
      ]),
      internalReference: random.pick([person(random), `${digits(random, 4)}/${person(random)}`, digits(random, 6)]),
      invoiceDate: epoch(random),
      paymentReferenceOCR: withCheckDigit(digits(random, random.whole(5, 18))),
      freight: random.pick(['0', '450.00', '1 250,50 kr', 'Fritt levererat']),
      currency: 'SEK',
      totalPrice: random.whole(100, 9_999_999) / 100,
      articles: Array.from({ length: random.whole(1, 6) }, () => line(random)),
      ...extras(random, supplier),
    },
  };
}

type Value = (random: Random) => unknown;

const orMore = (name: string, value: Value): [string, Value] => [name, value];

/** Names and values of fields that systems add. */
const innocent: readonly [name: string, value: Value][] = [
  ...['customerNumber', 'kundnummer', 'customerId', 'kundnr', 'customerAccount', 'kundkonto', 'clientNo'].map((name) =>
    orMore(name, (random) =>
      random.pick([digits(random, 6), digits(random, 8), `${digits(random, 4)}-${digits(random, 4)}`]),
    ),
  ),
  ...['orderNo', 'purchaseOrder', 'inköpsorder', 'bestnr', 'salesOrderId', 'beställningsnummer'].map((name) =>
    orMore(name, (random) =>
      random.pick([digits(random, 10), `${digits(random, 4)}-${digits(random, 4)}`, `PO${digits(random, 7)}`]),
    ),
  ),
  ...['gtin', 'ean', 'EAN13', 'gln', 'buyerGLN', 'supplierGln', 'barcode'].map((name) =>
    orMore(name, (random) => random.pick([gtin(random), Number(gtin(random))])),
  ),
  ...['phone', 'telefon', 'tel', 'mobile', 'contactPhone', 'fax'].map((name) => orMore(name, phone)),
  ...['orgNr', 'organisationsnummer', 'vatNumber', 'momsregnr', 'buyerOrgNo', 'personnummer'].map((name) =>
    orMore(name, (random) =>
      random.pick([organization(random), `SE${organization(random).replace('-', '')}01`, personal(random)]),
    ),
  ),
  ...['ocr', 'ocrNumber', 'reference', 'ourRef', 'yourReference', 'paymentReference', 'betalningsreferens', 'kid'].map(
    (name) =>
      orMore(name, (random) =>
        random.pick([
          withCheckDigit(digits(random, 11)),
          digits(random, 16),
          `${digits(random, 4)}-${digits(random, 4)}`,
        ]),
      ),
  ),
  ...['deliveryDate', 'leveransdatum', 'created', 'scannedAt', 'periodStart', 'periodEnd', 'timestamp', 'dueDate'].map(
    (name) =>
      orMore(name, (random) =>
        random.pick<unknown>([day(random), time(random), epoch(random), Number(day(random).replaceAll('-', ''))]),
      ),
  ),
  ...['id', 'uuid', 'documentId', 'batchId', 'traceId', 'correlationId', 'messageId', 'transactionId', 'tenantId'].map(
    (name) =>
      orMore(name, (random) =>
        random.pick<unknown>([uuid(random), hex(random, 32), digits(random, 12), random.whole(1, 99_999_999)]),
      ),
  ),
  ...['sha256', 'hash', 'checksum', 'etag', 'signature'].map((name) =>
    orMore(name, (random) => random.pick([hex(random, 64), hex(random, 40), base64(random)])),
  ),
  ...['trackingNumber', 'kollinummer', 'waybill', 'fraktsedel', 'consignmentNo', 'sscc'].map((name) =>
    orMore(name, (random) =>
      random.pick([
        `JJFI${digits(random, 17)}`,
        `RR${digits(random, 9)}SE`,
        digits(random, 18),
        `00${digits(random, 18)}`,
      ]),
    ),
  ),
  ...['zip', 'postnummer', 'postalCode', 'deliveryAddress', 'leveransadress', 'city'].map((name) =>
    orMore(name, (random) =>
      random.pick([
        `${digits(random, 3)} ${digits(random, 2)}`,
        `Storgatan ${random.whole(1, 99)}, ${digits(random, 3)} ${digits(random, 2)} Uppsala`,
      ]),
    ),
  ),
  ...[
    'konto',
    'account',
    'kontonummer',
    'glAccount',
    'bokföringskonto',
    'ledgerAccount',
    'momskonto',
    'accountCode',
  ].map((name) =>
    orMore(name, (random) =>
      random.pick<unknown>([digits(random, 4), Number(digits(random, 4)), `${digits(random, 4)} Inköp material`]),
    ),
  ),
  ...['costCenter', 'kostnadsställe', 'kst', 'projectId', 'projektnr', 'department', 'dimension1', 'resultatenhet'].map(
    (name) =>
      orMore(name, (random) =>
        random.pick<unknown>([
          digits(random, 3),
          `${digits(random, 4)}-${digits(random, 2)}`,
          Number(digits(random, 5)),
        ]),
      ),
  ),
  ...['amountExVat', 'belopp', 'netAmount', 'exchangeRate', 'dröjsmålsränta', 'weight', 'vatRate', 'discount'].map(
    (name) =>
      orMore(name, (random) =>
        random.pick<unknown>([amount(random), String(amount(random)), amount(random).toFixed(4)]),
      ),
  ),
  ...['meterNumber', 'mätarnummer', 'anläggningsId', 'avtalsnummer', 'contractNo', 'ärendenummer', 'licensePlate'].map(
    (name) =>
      orMore(name, (random) =>
        random.pick([
          digits(random, 8),
          digits(random, 18),
          `ABC ${digits(random, 3)}`,
          `${digits(random, 3)}-${digits(random, 4)}`,
        ]),
      ),
  ),
  ...['paymentTerms', 'betalningsvillkor', 'paymentMethod', 'betalsätt'].map((name) =>
    orMore(name, (random) => random.pick(['30 dagar netto', '30', 'Bankgiro', 'bank', '10 dgr 2 %, 30 dgr netto'])),
  ),
  ...['source', 'system', 'version', 'fileName', 'status', 'language', 'scannerModel', 'userId'].map((name) =>
    orMore(name, (random) =>
      random.pick([
        `v${random.whole(1, 9)}.${random.whole(0, 20)}.${random.whole(0, 99)}`,
        `faktura_${digits(random, 8)}.pdf`,
        'sv-SE',
        digits(random, 7),
      ]),
    ),
  ),
  ...['note', 'comment', 'meddelande', 'info', 'remark', 'text'].map((name) => orMore(name, sentence)),
  ...['bicSwift', 'bic', 'swift'].map((name) => orMore(name, () => 'ESSESESS')),
];

function sentence(random: Random): string {
  return random.pick([
    `Avser ${random.pick(places)}, vecka ${random.whole(1, 52)} ${random.whole(2024, 2027)}.`,
    `Betalning senast ${day(random)}. Dröjsmålsränta ${random.whole(8, 12)} % enligt räntelagen.`,
    `Vid betalning ange OCR ${withCheckDigit(digits(random, 12))}.`,
    `Frågor om fakturan: ${phone(random)} eller order no ${digits(random, 8)}.`,
    `Org.nr ${organization(random)}, godkänd för F-skatt. Momsreg.nr SE${digits(random, 10)}01.`,
    `Er order ${digits(random, 10)}, vår order ${digits(random, 4)}-${digits(random, 4)}, kundnummer ${digits(random, 8)}.`,
    `Leverans ${day(random)} till Storgatan ${random.whole(1, 99)}, ${digits(random, 3)} ${digits(random, 2)} Sala.`,
    `Kontakta vårt kontor, ${person(random)}, tel ${phone(random)}.`,
    `Konteras på konto ${digits(random, 4)}, kostnadsställe ${digits(random, 3)}.`,
    `Kreditering av faktura ${digits(random, 8)} daterad ${day(random)}.`,
    `Payment within 30 days. Invoice no ${digits(random, 13)}.`,
  ]);
}

const articles: readonly Value[] = [
  (random) => `Gipsskiva 13 mm, normal, 900 x 2500, pall ${random.whole(1, 20)}`,
  (random) => `Genomföring PG ${random.pick(['9', '11', '13.5', '16', '21', '29'])}, ${random.whole(10, 100)}-pack`,
  (random) => `Kabel EKLK 5G${random.pick(['1,5', '2,5'])} art ${digits(random, 7)}`,
  (random) => `Konsulttimmar vecka ${random.whole(1, 52)}, ${person(random)}`,
  (random) => `Kontorsstol ${digits(random, 4)}-${random.whole(1, 9)}, svart`,
  (random) =>
    `Skruv ${random.whole(3, 8)}x${random.whole(20, 120)} mm RSK ${digits(random, 3)} ${digits(random, 2)} ${digits(random, 2)}`,
  (random) => `Elförbrukning ${day(random)} – ${day(random)}, mätare ${digits(random, 18)}`,
  (random) => `Hyra lokal ${digits(random, 3)}-${digits(random, 4)} kvartal ${random.whole(1, 4)}`,
  (random) => `Batteri BG ${digits(random, 4)}, ${random.whole(10, 99)} Ah`,
  (random) => `EAN ${gtin(random)} Fogskum`,
  (random) => `Bankgiroavgift ${random.whole(1, 12)} mån`,
  (random) => `Se bilaga ${random.whole(1, 9)}, följesedel ${digits(random, 8)}`,
  sentence,
];

const line = (random: Random): Fields => ({
  articleNumber: random.pick([
    digits(random, 7),
    `${digits(random, 2)}-${digits(random, 4)}`,
    `${digits(random, 4)}-${digits(random, 4)}`,
  ]),
  articleDescription: random.pick(articles)(random),
  quantity: random.whole(1, 100),
  price: amount(random),
  totalPrice: amount(random),
  ...some(random, 3),
});

const some = (random: Random, most: number): Fields =>
  Object.fromEntries(
    Array.from({ length: random.whole(0, most) }, () => random.pick(innocent)).map(([name, value]) => [
      name,
      value(random),
    ]),
  );

const containers = [
  'extra',
  'custom',
  'metadata',
  'buyer',
  'delivery',
  'scan',
  'order',
  'payment',
  'supplier',
  'accounting',
];

/** Also the supplier's own accounts, as systems repeat them. */
function extras(random: Random, { bankGiro, postGiro, iban }: CheckedSupplier): Fields {
  return {
    ...some(random, 6),
    ...(random.chance(50) && { [random.pick(containers)]: some(random, 5) }),
    ...(random.chance(20) && { [random.pick(containers)]: [some(random, 3), { rows: [some(random, 3)] }] }),
    ...(random.chance(20) &&
      bankGiro !== '' && { bankgiro: random.pick([bankGiro, Number(bankGiro.replace('-', ''))]) }),
    ...(random.chance(20) && postGiro !== '' && { payment: { type: 'plusgiro', value: postGiro.replace('-', '') } }),
    ...(random.chance(20) &&
      iban !== '' && { payeeIban: iban.replaceAll(/(.{4})/g, '$1 ').trim(), kontonummer: iban.slice(-11) }),
    ...(random.chance(20) &&
      bankGiro !== '' && { footer: `Betalas till bankgiro ${bankGiro}, OCR ${digits(random, 9)}` }),
  };
}

function supplierOf(random: Random): CheckedSupplier {
  const kind = random.whole(1, 6);
  return {
    name: `${random.pick(places)} ${random.pick(['Bygg', 'El', 'Rör', 'Konsult'])} AB`,
    organizationalNumber: random.chance(90) ? organization(random) : personal(random),
    bankGiro: kind <= 4 ? anyBankGiro(random) : '',
    postGiro: kind >= 4 && kind <= 5 ? anyPostGiro(random) : '',
    iban: kind === 1 || kind === 6 ? anySwedishIban(random) : '',
  };
}
