import { layout } from './layout.testing.ts';

/** Suppliers from the rest of Europe, in their languages, and Swedish ones that invoice in other currencies. */
export const foreign = [
  layout(
    {
      name: 'German wholesaler with tax numbers and two IBANs',
      iban: 'DE52588684244880428953',
      total: '4165.00',
      currency: 'EUR',
      number: 'RE-2026-00417',
      written: { account: ['DE52 5886 8424 4880 4289 53'], total: ['4.165,00 €'], number: ['RE-2026-00417'] },
    },
    `Werkzeug Großhandel GmbH
Rechnung  Rechnungsnummer: RE-2026-00417
Kundennummer: 10 4471  Lieferdatum: 12.09.2026
Pos.  Bezeichnung  Menge  Einzelpreis  Gesamt
1  Bohrhammer  5  700,00 €  3.500,00 €
Zwischensumme  3.500,00 €
USt. 19 %  665,00 €
Rechnungsbetrag  4.165,00 €
Bankverbindung: Sparkasse  IBAN: DE52 5886 8424 4880 4289 53  BIC: COBADEFFXXX
USt-IdNr.: DE123456789  Steuernr. 22/815/08150  Tel. +49 40 655-7060`,
  ),
  layout(
    {
      name: 'Dutch supplier with an English invoice',
      iban: 'NL87INGB7620428064',
      total: '12500.00',
      currency: 'EUR',
      number: 'INV/2026/0098',
      written: { account: ['NL87 INGB 7620 4280 64'], total: ['12,500.00'], number: ['INV/2026/0098'] },
    },
    `Crane Parts BV  INVOICE
Invoice number  INV/2026/0098
Invoice date  3 September 2026
Hydraulic pump  2  6,250.00  12,500.00
VAT 0% reverse charge
Amount due  EUR 12,500.00
IBAN NL87 INGB 7620 4280 64  BIC INGBNL2A  VAT NL001234567B01  KvK 12345678
Phone +31 20 555-1234`,
  ),
  layout(
    {
      name: 'British supplier with sort code and US amounts',
      iban: 'GB08BARC12844366228017',
      total: '3204.60',
      currency: 'GBP',
      number: 'SI-77810',
      written: { account: ['GB08 BARC 1284 4366 2280 17'], total: ['£3,204.60'], number: ['SI-77810'] },
    },
    `Survey Instruments Ltd
INVOICE
Invoice No. SI-77810    Account No. 4410-2290
Date 11/09/2026
Total Station calibration  £2,670.50
VAT 20%  £534.10
Balance due  £3,204.60
Sort code 12-84-43  Account number 66228017
IBAN GB08 BARC 1284 4366 2280 17  SWIFT BARCGB22`,
  ),
  layout(
    {
      name: 'French lighting with a comma and thin spaces',
      iban: 'FR7627577582631460482806044',
      total: '2388.00',
      currency: 'EUR',
      number: 'FA26-0031',
      written: {
        account: ['FR76 2757 7582 6314 6048 2806 044'],
        total: ['2\u202F388,00\u00A0€'],
        number: ['FA26-0031'],
      },
    },
    `Luminaires SARL  FACTURE N° FA26-0031
SIRET 123 456 789 00012  TVA FR12123456789
Total HT  1\u202F990,00\u00A0€
TVA 20 %  398,00\u00A0€
Net à payer  2\u202F388,00\u00A0€
RIB : FR76 2757 7582 6314 6048 2806 044`,
  ),
  layout(
    {
      name: 'Italian stone with a code of letters and digits',
      iban: 'IT72X1362488844624800179411',
      total: '15600.00',
      currency: 'EUR',
      number: '412/A',
      written: { account: ['IT72X1362488844624800179411'], total: ['15.600,00'], number: ['412/A'] },
    },
    `Marmi S.r.l.  P.IVA IT01234567890
Fattura n. 412/A del 10/09/2026  Invoice no. 412/A
Lastre Carrara  15.600,00
Totale da pagare EUR 15.600,00
IBAN: IT72X1362488844624800179411`,
  ),
  layout(
    {
      name: 'Austrian fastenings with the sum below its label',
      iban: 'AT878668282719622466',
      total: '873.12',
      currency: 'EUR',
      number: '2026-4410',
      written: { account: ['AT87 8668 2827 1962 2466'], total: ['873,12'], number: ['2026-4410'] },
    },
    `Befestigung AG
Rechnung Nr. 2026-4410
Netto  USt 20 %  Zu zahlen EUR
727,60  145,52  873,12
AT87 8668 2827 1962 2466`,
  ),
  layout(
    {
      name: 'Belgian concrete pumps with a structured message',
      iban: 'BE44720286240645',
      total: '5445',
      currency: 'EUR',
      number: '26/00512',
      ocr: '+++026/0051/20033+++',
      written: {
        account: ['BE44 7202 8624 0645'],
        total: ['5.445,00'],
        number: ['26/00512'],
        ocr: ['+++026/0051/20033+++'],
      },
    },
    `Betonpompen NV  Factuur  26/00512
Mededeling +++026/0051/20033+++
Pompen 30 uur  4.500,00
BTW 21 %  945,00
Te betalen  5.445,00
IBAN BE44 7202 8624 0645  BTW BE0123456789`,
  ),
  layout(
    {
      name: 'Swiss tunnelling with apostrophes',
      iban: 'CH4466044406771600459',
      total: '118450.35',
      currency: 'CHF',
      number: '100-2026-9',
      written: { account: ['CH44 6604 4406 7716 0045 9'], total: ["118'450.35"], number: ['100-2026-9'] },
    },
    `Tunnelbau AG  Rechnung Nr. 100-2026-9
Leistung September  109'574.80
MWST 8.1 %  8'875.55
Total CHF  118'450.35
Konto / Zahlbar an
CH44 6604 4406 7716 0045 9`,
  ),
  layout(
    {
      name: 'Spanish tiles with an upright apostrophe and a currency before the sum',
      iban: 'ES9099440028955719049106',
      total: '33250',
      currency: 'EUR',
      number: 'A-2026-331',
      written: { account: ['ES90 9944 0028 9557 1904 9106'], total: ['EUR 33’250'], number: ['A-2026-331'] },
    },
    `Azulejos SL  FACTURA A-2026-331
CIF B12345674
Total EUR 33’250
Transferencia: ES90 9944 0028 9557 1904 9106`,
  ),
  layout(
    {
      name: 'Czech machinery in small letters',
      iban: 'CZ9627533939405975920475',
      total: '6200.10',
      currency: 'EUR',
      number: '260044',
      ocr: '260044',
      written: { account: ['cz96 2753 3939 4059 7592 0475'], total: ['6 200,10'], number: [], ocr: [] },
    },
    `Stroje s.r.o.  Faktura 260044
variabilní symbol 260044
Celkem k úhradě / total to pay  6 200,10 EUR
iban cz96 2753 3939 4059 7592 0475`,
  ),
  layout(
    {
      name: 'Swedish exporter in euro with a bank giro for Swedish customers',
      bankGiro: '6280-4992',
      iban: 'SE1550000000057402513139',
      namesAccount: false,
      total: '2245.9',
      currency: 'EUR',
      number: '90001',
      written: {
        account: ['6280-4992', 'SE15 5000 0000 0574 0251 3139'],
        total: ['2 245,90'],
        number: ['90001'],
      },
    },
    `Precision AB  INVOICE 90001
Invoice no. 90001   Our VAT no SE555164597001
Total EUR  2 245,90
Payment from Sweden: Bankgiro 6280-4992
Payment from abroad: IBAN SE15 5000 0000 0574 0251 3139, BIC ESSESESS`,
  ),
];
