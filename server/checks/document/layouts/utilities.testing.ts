import { layout } from './layout.testing.ts';

/** Large senders: energy, telephones, insurance, authorities, subscriptions. */
export const utilities = [
  layout(
    {
      name: 'electricity with meter numbers and two pages',
      bankGiro: '4060-0686',
      total: '3847',
      number: '7700184410',
      ocr: '5480268841375',
      written: {
        account: ['4060-0686', '40600686'],
        total: ['3 847,00', '3847 00'],
        number: ['7700184410'],
        ocr: ['5480268841375'],
      },
    },
    `Elnät Mälaren AB  Faktura  Sida 1 av 2
Kundnummer 7001 2213  Fakturanummer 7700184410
Anläggningsid 735 999 102 000 184 412  Mätarnummer 4627-1009
Elförbrukning 2026-08-01 - 2026-08-31
Att betala senast 2026-09-30  3 847,00
# 5480268841375 # 3847 00 2 > 40600686#41#`,
    `Sida 2 av 2
Överföringsavgift  2 104 kWh  0,3120  656,45
Fast avgift  415,00
Energiskatt  2 104 kWh  0,5490  1 155,10
Elhandel  2 104 kWh  0,4039  849,81
Moms 25 %  769,09
Öresutjämning  1,55
Summa  3 847,00
OCR-nummer 5480268841375  Bankgiro 4060-0686  Kundservice 0771-40 60 06`,
  ),
  layout(
    {
      name: 'telephone bill with many phone numbers',
      bankGiro: '806-8462',
      total: '1289',
      number: '611200458213',
      ocr: '61120045821311',
      written: { account: ['806-8462'], total: ['1 289,00 kr'], number: ['611200458213'], ocr: ['61120045821311'] },
    },
    `Mobilbolaget  Fakturanr: 611200458213
Abonnemang  Belopp exkl moms
070-806 84 63  249,00
070-123 45 67  249,00
0735-55 98 84  249,00
08-556 715 71  184,20
Samtal till 0200-22 02 22  100,00
Summa exkl. moms  1 031,20
Moms 25 %  257,80
Fakturabelopp  1 289,00 kr
Betalas till bankgiro 806-8462. Ange OCR 61120045821311.`,
  ),
  layout(
    {
      name: 'insurance with policy number in the form of a bank giro',
      bankGiro: '4846-2824',
      total: '21564',
      number: '556021-1',
      ocr: '63779979393553',
      written: { account: ['4846-2824'], total: ['21 564 kr'], number: ['556021-1'], ocr: ['63779979393553'] },
    },
    `Sakförsäkring
Försäkringsnummer  5559-8841
Avinummer/fakturanr  556021-1
Premie 2026-10-01 - 2027-09-30
Företagsförsäkring  21 564 kr
Belopp att betala  21 564 kr
Bankgiro  4846-2824
OCR-nummer  63779979393553`,
  ),
  layout(
    {
      name: 'water and waste of a municipality with a post giro',
      postGiro: '2480756-2',
      total: '6233',
      number: '10038821',
      ocr: '973964480402999',
      written: {
        account: ['248 07 56-2', '24807562'],
        total: ['6 233,00', '6233 00'],
        number: ['10038821'],
        ocr: ['973964480402999'],
      },
    },
    `KOMMUNEN  VA och avfall
Faktura 10038821
Kundid 48 07 56
Dricksvatten  212 m³  14,25  3 021,00
Spillvatten  212 m³  9,25  1 961,00
Kärl 660 l  4  1 251,00
Summa  6 233,00
Oss tillhanda 2026-10-15
Plusgirokonto  248 07 56-2
# 973964480402999 # 6233 00 8 > 24807562#14#`,
  ),
  layout(
    {
      name: 'subscription with amount in two columns for kronor and öre',
      bankGiro: '1215-5966',
      total: '499.5',
      number: 'A1009',
      ocr: '3311331796080825',
      written: { account: ['1215-5966'], total: ['499  50'], number: ['A1009'], ocr: ['3311331796080825'] },
    },
    `Branschtidningen
Prenumeration  Fakturanr A1009
Kronor  öre
499  50
Bankgiro 1215-5966
Referens vid betalning 3311331796080825`,
  ),
  layout(
    {
      name: 'road toll with vehicle passages',
      bankGiro: '749-5799',
      total: '870',
      number: '0000451233',
      ocr: '69913915979542842',
      written: { account: ['749-5799'], total: ['870,00'], number: ['451233'], ocr: ['6991 3915 9795 4284 2'] },
    },
    `Trängselskatt  Fakturanummer 451233
Registreringsnummer  Datum  Tid  Belopp
ABC 123  2026-09-01  07:31  45,00
ABC 123  2026-09-01  16:12  45,00
ABC 124  2026-09-02  07:42  45,00
Övriga passager  735,00
Att betala  870,00
Bankgiro 749-5799
OCR  6991 3915 9795 4284 2`,
  ),
  layout(
    {
      name: 'reminder with interest and fee',
      bankGiro: '5760-6220',
      total: '10460.75',
      number: '33401',
      ocr: '486660533966864805',
      written: { account: ['5760-6220'], total: ['10 460,75'], number: ['33401'], ocr: ['486660533966864805'] },
    },
    `BETALNINGSPÅMINNELSE
Avser faktura 33401 med förfallodatum 2026-08-10
Kapital  10 250,00
Dröjsmålsränta 12 %  150,75
Påminnelseavgift  60,00
Att betala  10 460,75
Har du redan betalat kan du bortse från detta brev.
Bankgiro 5760-6220  OCR 486660533966864805
Inkassotillstånd 5938-8241  Telefon 036-576 06 22`,
  ),
  layout(
    {
      name: 'factoring: the claim is assigned, and the data name the factor',
      bankGiro: '3644-7712',
      total: '48125',
      number: '2044',
      ocr: '3986668',
      written: { account: ['3644-7712'], total: ['48 125,00'], number: ['2044'], ocr: ['3986668'] },
    },
    `Svets & Smide i Bergslagen AB
FAKTURA nr 2044
Fakturanummer: 2044
Smide enligt ritning  38 500,00
Moms 25 %  9 625,00
Att betala  48 125,00
Fordran enligt denna faktura är överlåten till Factorbolaget AB.
Betalning kan med befriande verkan endast ske till Factorbolaget AB,
bankgiro 3644-7712. Ange OCR 3986668.
Org.nr 556902-8623  Tel 0240-365 77`,
  ),
  layout(
    {
      name: 'authority fee with both giros and a bank account',
      bankGiro: '615-7911',
      postGiro: '6972-4',
      iban: 'SE6480000832799331145528',
      total: '1550',
      number: 'BYGG 2026-000456',
      ocr: '92808716',
      written: {
        account: ['615-7911', '69 72-4'],
        total: ['1550:-'],
        number: ['BYGG 2026-000456'],
        ocr: ['92808716'],
      },
    },
    `Stadsbyggnadskontoret
Avgift för bygglov  Diarienr 2026-4471
Fakturanr BYGG 2026-000456
Belopp: 1550:-
Bg: 615-7911  Pg: 69 72-4  Bankkonto: 8327-9 933 114 552-8
Betalningsreferens: 92808716`,
  ),
  layout(
    {
      name: 'parking fine on a narrow slip',
      bankGiro: '9313-1951',
      total: '600',
      number: '55120034',
      ocr: '533517538',
      written: { account: ['9313-1951'], total: ['600 kr'], number: ['55120034'], ocr: ['533517538'] },
    },
    `KONTROLLAVGIFT
Faktura-nr 55120034
Plats 4412 Torget
ABC 123  2026-10-02 11:45
Avgift
600 kr
Bankgiro
9313-1951
OCR
533517538`,
  ),
  layout(
    {
      name: 'fuel cards with odometers, receipts and VAT per rate',
      bankGiro: '6888-7009',
      total: '17442.31',
      number: '2026091188',
      ocr: '5188331531',
      written: { account: ['6888-7009'], total: ['17 442,31'], number: ['2026091188'], ocr: ['5188331531'] },
    },
    `Drivmedel AB  Faktura 2026091188
Kort 7825 1133 0044 1190  Mätarst 114 220
Kvitto  Datum  Liter  Pris/l  Belopp
8812-0034  09-02  61,20  18,94  1 159,13
8812-0035  09-04  55,87  18,94  1 058,18
Transport till nästa sida  2 217,31`,
    `Transport  2 217,31
Övriga inköp enligt bilaga  11 736,54
Nettosumma  13 953,85
Moms 25 %  3 488,46
Att betala  17 442,31
Bankgiro: 6888-7009   OCR: 5188331531
Momsregnr: SE556902862301`,
  ),
  layout(
    {
      name: 'rent for three months with an invoice number that is the payment reference',
      bankGiro: '117-7203',
      total: '96000',
      number: '73159648002',
      ocr: '73159648002',
      written: { account: ['117-7203'], total: ['96.000,00'], number: [], ocr: [] },
    },
    `Fastighetsbolaget Lokalen
Hyresavi kvartal 4
Avinr/OCR 73159648002
Hyra oktober  25.600,00
Hyra november  25.600,00
Hyra december  25.600,00
Moms  19.200,00
Summa  96.000,00
Bankgiro 117-7203`,
  ),
];
