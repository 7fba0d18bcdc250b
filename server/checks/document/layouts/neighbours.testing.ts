import { layout } from './layout.testing.ts';

/** Suppliers from the countries around Sweden, in their languages. */
export const neighbours = [
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
      postGiro: '123-4566',
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
];
