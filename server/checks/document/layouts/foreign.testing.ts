import { layout } from './layout.testing.ts';

/** Suppliers outside Sweden, in their languages, and Swedish ones that invoice in other currencies. */
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
      name: 'Norwegian supplier whose bankgiro is an account of eleven digits',
      iban: 'NO6495375010268',
      total: '18750',
      currency: 'NOK',
      number: '20418',
      ocr: '204180015',
      written: { account: ['NO64 9537 5010 268'], total: ['18 750,00'], number: ['20418'], ocr: ['204180015'] },
    },
    `Fjell Maskin AS  Faktura
Fakturanr.: 20418  Fakturadato: 14.09.2026
Kundenr.: 1008  KID: 204180015
Leie av gravemaskin  15 000,00
MVA 25 %  3 750,00
Å betale NOK  18 750,00
Bankgiro: 9537.50.10268  IBAN: NO64 9537 5010 268
Org.nr.: NO 987 654 325 MVA  Tlf: 22 33 44 55`,
  ),
  layout(
    {
      name: 'Danish supplier with a payment card line',
      iban: 'DK2447711960220697',
      total: '9875.00',
      currency: 'DKK',
      number: '70012',
      written: { account: ['DK2447711960220697'], total: ['9.875,00'], number: ['70012'] },
    },
    `Facade og Tag ApS  FAKTURA
Faktura nr.  70012
Dato  01-09-2026
Montering  7.900,00
Moms 25%  1.975,00
I alt DKK  9.875,00
Reg.nr. 4771 Kontonr. 1960220697  IBAN DK2447711960220697
FI-nr +71<000000000700128+87654321<  CVR-nr. 12 34 56 78  Giro 123-4566`,
  ),
  layout(
    {
      name: 'Finnish supplier with a bar code and a reference',
      iban: 'FI9174422253998202',
      total: '1240.50',
      currency: 'EUR',
      number: '5512',
      ocr: '55126',
      written: { account: ['FI91 7442 2253 9982 02'], total: ['1 240,50'], number: ['5512'], ocr: ['5512 6'] },
    },
    `Rakennus Oy  LASKU
Laskun numero  5512
Viitenumero  5512 6
Työ ja tarvikkeet  988,45
ALV 25,5 %  252,05
Maksettava yhteensä  1 240,50 EUR
Tilinumero  FI91 7442 2253 9982 02  BIC  NDEAFIHH
Y-tunnus 1234567-1  Puh. 040 655 7060`,
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
      name: 'Polish manufacturer with an account broken over two lines',
      iban: 'PL79462826449448862750288882',
      total: '20910.00',
      currency: 'EUR',
      number: 'FV/118/09/2026',
      written: { account: ['PL79 4628 2644 9448\n8627 5028 8882'], total: ['20 910,00'], number: ['FV/118/09/2026'] },
    },
    `Faktura VAT nr FV/118/09/2026
Invoice no FV/118/09/2026
Sprzedawca: Okna Sp. z o.o.  NIP 1234563218
Okno PVC  30  697,00  20 910,00
Do zapłaty / Total to pay: 20 910,00 EUR
IBAN
PL79 4628 2644 9448
8627 5028 8882
SWIFT BREXPLPW`,
  ),
  layout(
    {
      name: 'Estonian timber house with a long registration number',
      iban: 'EE638346242606790235',
      total: '54300.00',
      currency: 'EUR',
      number: '260901',
      written: { account: ['EE638346242606790235'], total: ['54300.00'], number: ['260901'] },
    },
    `Puitmaja OÜ  ARVE / INVOICE nr 260901
Reg. no 12345678  VAT EE101234567
Modular house, 50 % advance  54300.00
Total EUR 54300.00
Swedbank AS  EE638346242606790235  HABAEE2X`,
  ),
  layout(
    {
      name: 'Latvian steel with spaces as thousands and points as decimals',
      iban: 'LV13HABA6939828360277',
      total: '7312.4',
      currency: 'EUR',
      number: 'LS 4410/26',
      written: { account: ['LV13 HABA 6939 8283 6027 7'], total: ['7 312.40'], number: ['LS-4410/26'] },
    },
    `Rēķins / Invoice No LS-4410/26
Structural steel  7 312.40
VAT 0 %
Amount payable EUR  7 312.40
A/S Swedbank, account: LV13 HABA 6939 8283 6027 7`,
  ),
  layout(
    {
      name: 'Lithuanian joinery, all in one column',
      iban: 'LT548409959155308666',
      total: '980',
      currency: 'EUR',
      number: '0091',
      written: { account: ['LT54 8409 9591 5530 8666'], total: ['980 EUR'], number: ['0091'] },
    },
    `INVOICE
Number
No. 0091
Customer
Doors, 4 pcs
Total
980 EUR
Bank account
LT54 8409 9591 5530 8666`,
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
