import { layout, type Layout } from './layout.testing.ts';

/** Several files, accounts of other kinds, suppliers without accounts, and values that the data lack. */
export const special: Layout[] = [
  {
    name: 'invoice and specification in two files',
    bankGiro: '397-1918',
    total: '90250',
    number: '50071',
    ocr: '882044531266064255',
    written: {
      account: ['397-1918'],
      total: ['90 250,00'],
      number: ['50071'],
      ocr: ['882044531266064255'],
    },
    files: [
      [`Faktura 50071\nEnligt bilagd specifikation\nBankgiro 397-1918  OCR 882044531266064255`],
      [`Specifikation\nTimmar 120 à 601,67  72 200,00\nMoms  18 050,00\nTotalt  90 250,00`],
    ],
  },
  {
    name: 'receipt of another supplier as an enclosure',
    bankGiro: '9284-0776',
    total: '11250',
    number: '612',
    written: { total: ['11 250,00'], number: ['612'] },
    files: [
      [`Konsultfaktura\nFakturanr 612\nArvode 9 000,00\nMoms 2 250,00\nAtt betala 11 250,00\nBankgiro 9284-0776`],
      [`Hotellet AB\nKvitto 8812\nLogi 1 120,00\nBankgiro 7530-4402\nOrg.nr 557802-2666`],
    ],
  },
  {
    name: 'drawing without text beside the invoice',
    bankGiro: '320-6661',
    total: '5000',
    number: '31-4',
    written: { account: ['320-6661'], total: ['5 000,00'], number: ['31-4'] },
    files: [[`Faktura nr 31-4\nAtt betala 5 000,00\nBankgiro 320-6661`], ['', '']],
  },
  layout(
    {
      name: 'the invoice names no account and the record has two',
      bankGiro: '6244-5481',
      postGiro: '128406-6',
      namesAccount: false,
      total: '655.5',
      number: '88121',
      written: { account: ['12 84 06-6'], total: ['655,50'], number: ['88121'] },
    },
    `Faktura 88121
Summa att betala 655,50
Postgiro 12 84 06-6`,
  ),
  layout(
    {
      name: 'post giro as its IBAN',
      postGiro: '740840-4',
      total: '1200',
      number: '1201',
      written: { total: ['1 200,00'], number: ['1201'] },
    },
    `Invoice no 1201
Total amount 1 200,00 SEK
IBAN SE30 9500 0099 6018 0740 8404`,
  ),
  layout(
    {
      name: 'old account is crossed out in a notice, the new one is recorded',
      bankGiro: '8320-4776',
      total: '9900',
      number: '1450',
      written: { total: ['9 900,00'], number: ['1450'] },
    },
    `OBS! Vi har bytt bank. Vårt tidigare bankgiro 8540-4994 upphör.
Fakturanr 1450
Att betala 9 900,00
Bankgiro 8320-4776`,
  ),
  layout(
    {
      name: 'delivery note without any account',
      bankGiro: '220-4667',
      total: '3480',
      number: '66120',
      written: { total: ['3 480,00'], number: ['66120'] },
    },
    `Faktura/följesedel 66120
Betong C30/37  6 m3  464,00  2 784,00
Moms 696,00
Summa 3 480,00
Vikt 14 400 kg  Bil 117  Ankomst 07:15  Vattencement 0,55`,
  ),
  layout(
    {
      name: 'receipt without number and reference in the data',
      bankGiro: '4275-2469',
      total: '129.9',
      written: { total: ['129,90'] },
    },
    `KVITTO
Spackel  103,92
Moms 25 %  25,98
TOTALT SEK  129,90
Kort ************4411  Ref 427524691`,
  ),
  layout(
    {
      name: 'letter without a total in the data',
      bankGiro: '8379-7936',
      number: 'AVI 12',
      written: { account: ['8379-7936'], number: ['AVI 12'] },
    },
    `Avi 12
Månadsavgift enligt avtal
Bankgiro 8379-7936`.replace('Avi 12', 'AVI 12'),
  ),
  layout(
    {
      name: 'foundation with a post giro of six digits in pairs',
      postGiro: '901950-6',
      total: '2500',
      number: 'GÅVA-9',
      written: { account: ['90 19 50-6'], total: ['2 500 kr'], number: ['GÅVA-9'] },
    },
    `Gåvobrev/faktura nr GÅVA-9
Belopp 2 500 kr
PG 90 19 50-6`,
  ),
  layout(
    {
      name: 'total with more decimals in the data than on paper',
      bankGiro: '655-7060',
      total: '1033.3333',
      number: '4000',
      written: { account: ['655-7060'], total: ['1 033,33'], number: ['4000'] },
    },
    `Faktura nr 4000
Totalbelopp 1 033,33
Bankgiro 655-7060`,
  ),
  layout(
    {
      name: 'staffing with hours, rates and a weekly table',
      bankGiro: '6622-6655',
      total: '61687.5',
      number: '10240-3',
      ocr: '1024033',
      written: { account: ['6622-6655'], total: ['61 687,50'], number: ['10240-3'], ocr: ['OCR 1024033'] },
    },
    `Bemanning AB  Fakturanr 10240-3  OCR 1024033
Vecka  Timmar  Timpris  Summa
36  40,0  470,00  18 800,00
37  40,0  470,00  18 800,00
38  25,0  470,00  11 750,00
Netto 49 350,00  Moms 12 337,50  Totalt 61 687,50
Bankgiro 6622-6655  Säte: Örebro  Org.nr: 555898-2848`,
  ),
  layout(
    {
      name: 'software subscription in dollars',
      iban: 'SE1050000000052227352642',
      total: '1188.00',
      currency: 'USD',
      number: 'INV-000451',
      written: { account: ['SE10 5000 0000 0522 2735 2642'], total: ['$1,188.00'], number: ['INV-000451'] },
    },
    `Invoice # INV-000451
12 x Seats @ $99.00
Total due  $1,188.00
Wire: SE10 5000 0000 0522 2735 2642`,
  ),
  layout(
    {
      name: 'transport with waybills and a fuel surcharge',
      bankGiro: '117-4010',
      total: '23118.75',
      number: '880012',
      ocr: '8390627',
      written: { account: ['117-4010'], total: ['23.118,75'], number: ['880012'], ocr: ['8390627'] },
    },
    `Åkeriet AB  Faktura 880012
Fraktsedel  Från  Till  Kg  Pris
373 500 112 889 220 014  Malmö  Umeå  12 400  14.200,00
373 500 112 889 220 021  Malmö  Luleå  2 100  3.100,00
Drivmedelstillägg 6,9 %  1.195,00
Moms  4.623,75
Att betala SEK  23.118,75
Bankgiro 117-4010  OCR-nr 8390627`,
  ),
  layout(
    {
      name: 'doctor’s certificate with personal numbers and codes',
      bankGiro: '9997-8439',
      total: '1350',
      number: '2026-10-0113',
      written: { account: ['9997-8439'], total: ['1 350,00'], number: ['2026-10-0113'] },
    },
    `Företagshälsan
Fakturanr 2026-10-0113
Hälsoundersökning, anställd 0451  1 350,00
Momsfritt
Att betala 1 350,00
Bankgiro 9997-8439  Vårdgivare SE2321000016-5K11`,
  ),
  layout(
    {
      name: 'disposal with weights and an environmental fee',
      bankGiro: '211-3306',
      total: '4406.25',
      number: '37711',
      written: { account: ['211-3306'], total: ['4 406,25'], number: ['37711'] },
    },
    `Återvinning  Faktura  37711
Vågsedel  Ton  Pris  Summa
118834  1,86  1 250,00  2 325,00
118835  0,96  1 250,00  1 200,00
Moms 25 % på 3 525,00  881,25
Summa att betala  4 406,25
Bg-nr 211-3306`,
  ),
  layout(
    {
      name: 'two columns of text beside each other',
      bankGiro: '2490-0805',
      total: '4250',
      number: '7781',
      ocr: '28091733135595376',
      written: { account: ['2490-0805'], total: ['4 250,00'], number: ['7781'], ocr: ['28091733135595376'] },
    },
    `Hyrmaskiner AB  Faktura
Industrivägen 12  Fakturanummer  7781
721 30 Västerås  Fakturadatum  2026-09-20
Tel 021-249 00 80  Förfallodatum  2026-10-20
Org.nr 558878-4479  OCR  28091733135595376
Bankgiro 2490-0805  Er referens  Platschefen
Hyra av lift vecka 37-38  3 400,00
Moms  850,00
Totalt  4 250,00`,
  ),
];
