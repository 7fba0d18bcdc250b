import { layout } from './layout.testing.ts';

/** Swedish suppliers of a construction company. */
export const trades = [
  layout(
    {
      name: 'plumber with labels and values side by side',
      bankGiro: '655-7060',
      total: '12345.50',
      number: '10023',
      ocr: '5861521',
      written: { account: ['655-7060'], total: ['12 345,50'], number: ['10023'], ocr: ['5861521'] },
    },
    `Norrby Rör AB  FAKTURA
Fakturanummer  10023
Fakturadatum  2026-10-01
Förfallodatum  2026-10-31
Er referens  Inköp
Arbete, 8 tim à 650,00  5 200,00
Material  4 676,40
Netto  9 876,40
Moms 25 %  2 469,10
Att betala  SEK 12 345,50
Bankgiro 655-7060  OCR 5861521  Org.nr 553902-2813
Tel 040-655 70 61  Godkänd för F-skatt`,
  ),
  layout(
    {
      name: 'electrician with a footer of columns',
      bankGiro: '6622-6655',
      total: '8750',
      number: 'F-2026-118',
      ocr: '74085754',
      written: { account: ['6622-6655'], total: ['8 750,00'], number: ['F-2026-118'], ocr: ['74085754'] },
    },
    `FAKTURA  Sida 1 (1)
Fakturanr  Datum  OCR-nummer  Kundnr
F-2026-118  2026-09-15  74085754  4410
Benämning  Antal  À-pris  Summa
Byte av central  1  7 000,00  7 000,00
Moms  1 750,00
Summa att betala  8 750,00 kr
Adress  Telefon  Bankgiro  Organisationsnr
Verkstadsgatan 4  0470-662 26  6622-6655  557775-8062
352 46 Växjö  Fax 0470-662 27  F-skatt  SE557775806201`,
  ),
  layout(
    {
      name: 'painter with a giro form and its machine-readable line',
      bankGiro: '8655-3799',
      total: '23400',
      number: '4471',
      ocr: '893396846',
      written: {
        account: ['8655-3799'],
        total: ['23 400,00', '23400 00'],
        number: ['4471'],
        ocr: ['893396846'],
      },
    },
    `Måleri i Öst AB
Faktura nr 4471 daterad 2026-08-30
Målning av trapphus enligt anbud  18 720,00
25 % moms  4 680,00
ATT BETALA  23 400,00
INBETALNING/GIRERING AVI
Till bankgiro nr  8655-3799
Betalningsmottagare  Måleri i Öst AB
# 893396846 # 23400 00 5 > 8655-3799#41#`,
  ),
  layout(
    {
      name: 'carpenter with a post giro only',
      postGiro: '42411-9',
      total: '4999',
      number: '2026/77',
      written: { account: ['4 24 11-9'], total: ['4.999:-'], number: ['2026/77'] },
    },
    `Snickarlaget Handelsbolag
Räkning
Fakturanummer: 2026/77  Datum: 2026-07-02
Hyvling och montage av list  3.999:20
Moms 25%  999:80
SUMMA ATT BETALA  4.999:-
Plusgiro: 4 24 11-9
Telefon: 0771-42 41 19  Org.nr: 969642-4119`,
  ),
  layout(
    {
      name: 'builder’s merchant with bank giro, post giro and IBAN',
      bankGiro: '635-2645',
      postGiro: '177282-1',
      iban: 'SE8950000000059386627310',
      total: '151230.25',
      number: '88120934',
      ocr: '8812093448',
      written: {
        account: ['635-2645', '17 72 82-1', 'SE89 5000 0000 0593 8662 7310'],
        total: ['151 230,25'],
        number: ['88120934'],
        ocr: ['8812093448'],
      },
    },
    `Virkesgrossisten AB  Faktura  88120934
Kundnummer 100 2264  Ordernummer 5512-3380
Art.nr  Benämning  Antal  Enhet  Pris  Belopp
1215-5967  Regel 45x95 C24  1 200  m  38,50  46 200,00
4060-0687  Plywood 12 mm  300  st  249,00  74 700,00
Summa exkl moms  120 984,20
Moms 25 %  30 246,05
Belopp att betala  151 230,25
Bankgiro  635-2645  Plusgiro  17 72 82-1
IBAN  SE89 5000 0000 0593 8662 7310  BIC  ESSESESS
OCR  8812093448  Org nr  553440-8041`,
  ),
  layout(
    {
      name: 'roofer whose bank giro is in a sentence',
      bankGiro: '7946-9243',
      total: '66000',
      number: '301',
      written: { account: ['7946-9243'], total: ['66 000 kr'], number: ['301'] },
    },
    `Takläggarna Väst
FAKTURA 301  2026-06-18
Fakturanr: 301
Omläggning av tak, fast pris  52 800 kr
Moms 25 procent  13 200 kr
Totalt  66 000 kr
Betala till vårt bankgiro 7946-9243 senast den 18 juli 2026.
Frågor? Ring 031-794 69 24.`,
  ),
  layout(
    {
      name: 'excavator with reverse charge and no VAT',
      bankGiro: '6420-8937',
      total: '187500',
      number: 'GM20261101',
      ocr: '4022373908',
      written: { account: ['6420-8937'], total: ['187 500,00'], number: ['GM20261101'], ocr: ['40223 73908'] },
    },
    `Gräv & Markteknik AB
Faktura  GM20261101  Sidnr 1/1
Betalningsreferens  40223 73908
Schakt enligt avtal  750 m3  250,00  187 500,00
Omvänd betalningsskyldighet: köparens momsreg.nr SE555246739001
Summa  187 500,00
Moms  0,00
Att betala SEK  187 500,00
BG 6420-8937  Momsreg.nr SE552526262101`,
  ),
  layout(
    {
      name: 'scaffolding with rounding to whole kronor',
      bankGiro: '380-4887',
      total: '14320.49',
      roundoff: '-0.49',
      number: '55012',
      ocr: '56080280920',
      written: { account: ['380-4887'], total: ['14 320,00'], number: ['55012'], ocr: ['56080280920'] },
    },
    `Ställning i Norr AB
Fakturanummer 55012  OCR 56080280920
Hyra av ställning v. 36-39  11 456,39
Moms 25,00%  2 864,10
Öresavrundning  -0,49
Att betala  14 320,00
Bankgironummer 380-4887  Bankens telefon 0771-22 44 88`,
  ),
  layout(
    {
      name: 'flooring, credit note with a minus',
      bankGiro: '7431-7330',
      total: '-2500',
      number: 'K-118',
      written: { account: ['7431-7330'], total: ['-2 500,00'], number: ['K-118'] },
    },
    `Golvspecialisten i Syd AB
KREDITFAKTURA  Kreditfakturanr K-118
Krediterar faktura 10887
Retur av parkett  -2 000,00
Moms 25 %  -500,00
Er tillgodo  -2 500,00
Bankgiro 7431-7330`,
  ),
  layout(
    {
      name: 'glazier, credit note in brackets with a positive total in the data',
      bankGiro: '5755-9718',
      total: '1875',
      number: '90412',
      written: { account: ['5755-9718'], total: ['(1 875,00)'], number: ['90412'] },
    },
    `Glasmästeriet AB  Kreditnota nr: 90412
Avser faktura nr 90377 av 2026-05-02
Avdrag för repa i ruta  (1 500,00)
Moms  (375,00)
Summa kredit  (1 875,00)
Bg 5755-9718  Org.nr 552968-6049`,
  ),
  layout(
    {
      name: 'tiler, bank giro without hyphen below its label',
      bankGiro: '200-0222',
      total: '31987.5',
      number: '000771',
      ocr: '802800200023',
      written: { account: ['2000222'], total: ['31.987,50'], number: ['771'], ocr: ['8028 0020 0023'] },
    },
    `Kakel & Klinker
Faktura
Fakturanr
771
OCR
8028 0020 0023
Bankgiro
2000222
Plattsättning  25.590,00
Moms  6.397,50
TOTALT ATT BETALA  31.987,50`,
  ),
  layout(
    {
      name: 'cleaning, letters and digits far apart',
      bankGiro: '7194-6420',
      total: '5312.5',
      number: 'ST 10044',
      written: { account: ['7194-6420'], total: ['5 312,50'], number: ['ST-10044'] },
    },
    `STÄDTJÄNST
F A K T U R A  ST-10044
Fakturanr ST-10044
Period 2026-09-01 - 2026-09-30
Byggstäd  17 tim  250,00  4 250,00
Moms 25%  1 062,50
Att betala  5 312,50
Tel: 019-71 94 64  Bankgiro: 7194-6420  Plusgiro: -  Org.nr: 552364-1537`,
  ),
];
