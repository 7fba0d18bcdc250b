import { layout } from './layout.testing.ts';

/** Unusual notations, arrangements and neighbours of the values. */
export const notations = [
  layout(
    {
      name: 'label in the middle of a table with equal columns',
      bankGiro: '2954-2024',
      total: '1000',
      number: '88',
      ocr: '580596224429',
      written: { account: ['2954-2024'], total: ['1 000,00'], number: ['88'], ocr: ['580596224429'] },
    },
    `Fakturanr  Bankgiro  OCR  Förfallodag  Att betala
88  2954-2024  580596224429  2026-11-30  1 000,00
Kontering  Attest  Ankomst`,
  ),
  layout(
    {
      name: 'header row with more columns than values',
      bankGiro: '146-2688',
      total: '77000',
      number: '60-118',
      written: { account: ['146-2688'], total: ['77 000,00'], number: ['60-118'] },
    },
    `Faktura nr 60-118
Summa  77 000,00
Postadress  Besöksadress  Telefon  Bankgiro  Plusgiro  E-post
Box 112  0500-14 62 68  146-2688  info@leverantor.example`,
  ),
  layout(
    {
      name: 'short labels with points',
      bankGiro: '5938-8249',
      total: '450',
      number: '7',
      written: { account: ['5938-8249'], total: ['450:-'], number: ['7'] },
    },
    `Nycklar & Lås
Faktura nr: 7
2 st nycklar  360:-
Moms  90:-
Totalt  450:-
Bg.nr. 5938-8249`,
  ),
  layout(
    {
      name: 'bank giro and post giro share a label',
      bankGiro: '2999-3565',
      total: '19800',
      number: '5120',
      written: { account: ['2999-3565'], total: ['19 800,00'], number: ['5120'] },
    },
    `Faktura 5120
Konsultation 16 h  990,00  15 840,00
Moms  3 960,00
Att betala kr  19 800,00
BG/PG  2999-3565`,
  ),
  layout(
    {
      name: 'no label beside the account on the giro form',
      bankGiro: '101-1931',
      total: '3125',
      number: '41002',
      ocr: '9755991442856',
      written: { account: ['101-1931'], total: ['3 125,00'], number: ['41002'], ocr: ['9755991442856'] },
    },
    `Leverans AB
Fakturanummer 41002
Frakt  2 500,00
Moms  625,00
Summa  3 125,00
Betalningsavsändare  Betalningsmottagare
Byggbolaget AB  Leverans AB
9755991442856  101-1931`,
  ),
  layout(
    {
      name: 'only the machine-readable line names the account',
      bankGiro: '6939-9103',
      total: '12480.5',
      number: '770012',
      ocr: '19420991319400',
      written: { account: ['69399103'], total: ['12480 50'], number: ['770012'], ocr: ['19420991319400'] },
    },
    `Faktura 770012
Specifikation enligt bilaga
#                19420991319400 #    12480 50   4 >            69399103#41#`,
  ),
  layout(
    {
      name: 'machine-readable line of a post giro',
      postGiro: '40680-1',
      total: '780',
      number: '1180',
      ocr: '280084845751440',
      written: { account: ['406801'], total: ['780 00'], number: ['1180'], ocr: ['280084845751440'] },
    },
    `Medlemsavgift 2026
Fakturanr 1180
# 280084845751440 # 780 00 1 > 406801#16#`,
  ),
  layout(
    {
      name: 'amount with odd spaces from wide letter spacing',
      bankGiro: '3626-8498',
      total: '54321.75',
      number: '1009-B',
      written: { account: ['3626 - 8498'], total: ['5 4 3 2 1 , 7 5'], number: ['1009 - B'] },
    },
    `F A K T U R A
Fakturanr 1009 - B
Att betala: 5 4 3 2 1 , 7 5
Bankgiro: 3626 - 8498`,
  ),
  layout(
    {
      name: 'fullwidth digits and a minus sign of mathematics',
      bankGiro: '364-9589',
      total: '-640.00',
      number: 'KR-12',
      written: { account: ['３６４－９５８９'], total: ['−640,00'], number: ['KR-12'] },
    },
    `Kreditfaktura nr KR-12
Att erhålla −640,00
Bankgiro ３６４－９５８９`,
  ),
  layout(
    {
      name: 'credit note with a minus after the amount',
      bankGiro: '8663-3468',
      total: '-15000',
      number: '99120',
      written: { account: ['8663-3468'], total: ['15 000,00-'], number: ['99120'] },
    },
    `KREDIT
Kreditnr 99120
Retur  12 000,00-
Moms  3 000,00-
Att kreditera  15 000,00-
Återbetalning sker till ert bankgiro 8460-3992 inom 10 dagar.
Vårt bankgiro 8663-3468`,
  ),
  layout(
    {
      name: 'account after the number of the bank and a clearing number',
      bankGiro: '822-4693',
      iban: 'SE0660000000000411822469',
      total: '2210.00',
      number: '3107',
      written: { account: ['822-4693'], total: ['2210,00'], number: ['3107'] },
    },
    `Fakturanr 3107 Fakturadatum 2026-09-09
Total summa att betala 2210,00
Bank: Banken AB, tel 08-822 46 90, clearing 6005, konto 411 822 469
BG: 822-4693`,
  ),
  layout(
    {
      name: 'sums carried forward over three pages',
      bankGiro: '6715-7172',
      total: '248615',
      number: 'P26-1190',
      ocr: '1113771440030003',
      written: {
        account: ['6715-7172'],
        total: ['248 615,00'],
        number: ['P26-1190'],
        ocr: ['1113771440030003'],
      },
    },
    `Faktura P26-1190  Sida 1/3
Pos  Text  Mängd  Belopp
10  Grundläggning  1  88 000,00
20  Stomme  1  64 892,00
Transport  152 892,00`,
    `Faktura P26-1190  Sida 2/3
Ingående saldo  152 892,00
30  Tak  1  46 000,00
Transport  198 892,00`,
    `Faktura P26-1190  Sida 3/3
Ingående saldo  198 892,00
Moms 25 %  49 723,00
Att betala  248 615,00
Bankgiro: 6715-7172
Betalningsref: 1113771440030003`,
  ),
  layout(
    {
      name: 'organisational number and order number in the form of accounts',
      bankGiro: '133-7823',
      total: '7777.77',
      number: '20260901-3',
      written: { account: ['133-7823'], total: ['7 777,77'], number: ['20260901-3'] },
    },
    `Org.nr 556696-2824  Vårt ordernr 6022-4060  Er order 922-9345
Kundnr 2062-0662  Projekt 2490-0805  Plats 397-1918
Fakturanr 20260901-3
Att betala 7 777,77
Bankgiro 133-7823`,
  ),
  layout(
    {
      name: 'article numbers in the form of bank giros and no account in the file',
      bankGiro: '5628-8442',
      total: '1842.5',
      number: '118890',
      written: { total: ['1 842,50'], number: ['118890'] },
    },
    `Följesedel och faktura 118890
Art.nr  Benämning  Antal  Pris  Summa
6664-8684  Skruv 4x40  10  44,20  442,00
117-4011  Spikplugg  20  31,00  620,00
9997-8431  Ankare  8  51,50  412,00
Netto 1 474,00
Moms 368,50
Totalt 1 842,50`,
  ),
  layout(
    {
      name: 'phone numbers alone in their cells',
      bankGiro: '2609-5976',
      total: '299',
      number: '4455',
      written: { total: ['299 kr'], number: ['4455'] },
    },
    `Kvitto/faktura 4455
Butik Centrum
Telefon
211-3306
Summa  299 kr
Kortköp`,
  ),
  layout(
    {
      name: 'total without decimals below a header',
      bankGiro: '2693-7557',
      total: '36500',
      number: '2603',
      written: { account: ['2693-7557'], total: ['36500'], number: ['2603'] },
    },
    `Faktura 2603
Fakturabelopp  Förfallodag  Bankgiro
36500  2026-12-01  2693-7557`,
  ),
  layout(
    {
      name: 'kronor and öre in words',
      bankGiro: '6022-4060',
      total: '8120.4',
      number: '118-26',
      written: { account: ['6022-4060'], total: ['8 120 kr 40 öre'], number: ['118-26'] },
    },
    `Räkning nr 118-26
Summa 8 120 kr 40 öre
insättes på bankgirokonto 6022-4060`,
  ),
  layout(
    {
      name: 'total with a colon and no space',
      bankGiro: '922-9345',
      total: '13999.9',
      number: 'N2026.44',
      written: { account: ['922-9345'], total: ['13999:90'], number: ['N2026.44'] },
    },
    `Fakturanummer N2026.44
SUMMA:13999:90
BANKGIRO:922-9345
TEL:0920-229345`,
  ),
  layout(
    {
      name: 'account named first and labelled after',
      bankGiro: '2062-0662',
      total: '640.05',
      number: '9910',
      written: { account: ['2062-0662'], total: ['640,05'], number: ['9910'] },
    },
    `Faktura 9910
Att betala 640,05
2062-0662 (bankgiro)`,
  ),
];
