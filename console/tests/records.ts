import { nowMs } from '../../server/testing/time.ts';
import { invoicePaper } from './paper.ts';

export const suppliers = [
  {
    number: '1001',
    name: 'Nordbygg Material',
    organizationalNumber: '556016-0680',
    street: 'Kungsgatan 12',
    postIndex: '753 18',
    city: 'Uppsala',
    country: 'SE',
    bankGiro: '991-2346',
  },
  {
    number: '1002',
    name: 'Mälardalens El',
    organizationalNumber: '556074-7551',
    street: 'Elverksgatan 4',
    postIndex: '722 11',
    city: 'Västerås',
    country: 'SE',
    email: 'faktura@malardalens-el.example',
    website: 'https://malardalens-el.example',
    bankGiro: '5050-1055',
    iban: 'SE3550000000054910000003',
    supplierGroup: 'B',
  },
  { number: '1003', name: 'Östra Rör', city: 'Norrköping', country: 'SE', postGiro: '12345-5' },
  {
    number: '1004',
    name: 'Betong & Grund i Gävle',
    organizationalNumber: '556012-5790',
    city: 'Gävle',
    country: 'SE',
    bankGiro: '5805-6201',
  },
  { number: '1005', name: 'Hansa Baustoffe', city: 'Lübeck', country: 'DE', iban: 'DE89370400440532013000' },
  {
    number: '1006',
    name: 'Skånska Fönster',
    organizationalNumber: '556188-8404',
    city: 'Lund',
    country: 'SE',
    bankGiro: '5402-9681',
  },
];

export const projects = [
  {
    number: 'P1',
    name: 'Kvarteret Eken',
    proposalIds: ['P-2026-014'],
    facilities: [{ number: '1', name: 'Main building' }],
  },
  {
    number: 'P2',
    name: 'Hamnen',
    proposalIds: ['P-2026-015', 'P-2026-018'],
    facilities: [
      { number: '1', name: 'Quay' },
      { number: '2', name: 'Warehouse' },
    ],
  },
  {
    number: 'P3',
    name: 'Solbackens förskola',
    proposalIds: ['P-2026-021'],
    facilities: [{ number: '1', name: 'Preschool' }],
  },
  { number: 'P4', name: 'Tingshuset', proposalIds: [], facilities: [{ number: '1', name: 'Court house' }] },
];

export const workOrders = [
  {
    id: 'fs-88121',
    proposalId: 'P-2026-014',
    description: 'Replace the pump in the basement.\nThe key is at the site office.',
  },
  { id: 'fs-88122', proposalId: 'P-2026-014', description: 'Paint the stairwell.' },
  { id: 'fs-88130', proposalId: 'P-2026-021', description: 'Inspect the playground before the season begins.' },
  { id: 'fs-88131', proposalId: 'P-2026-021', description: 'Move the bicycle rack.' },
  { id: 'fs-88140', proposalId: 'P-2026-021', description: 'Adjust the ventilation of the kitchen.' },
];

const day = 86_400_000;
const today = Math.floor(nowMs() / day) * day;

const cents = (amount: number) => Math.round(amount * 100) / 100;

/** About every ninth invoice has something odd in it. */
export function anInvoice(n: number) {
  const net = 1250 * ((n * 7) % 23) + 896.8 * (1 + (n % 4));
  return {
    externalReferenceId: `scan-${n}`,
    supplierNumber: `100${(n % 6) + 1}`,
    supplierInvoiceNumber: `F-${n}`,
    orderNumber: `PO-${7700 + n}`,
    projectName: projects[n % 3]?.name,
    internalReference: 'Site office',
    invoiceDate: today - (n % 21) * day,
    paymentDueDate: today + (30 - (n % 21)) * day,
    currency: n % 6 === 4 ? 'EUR' : n % 9 === 5 ? 'KR' : 'SEK',
    totalPrice: cents(net * 1.25),
    totalVat: cents(net * 0.25),
    centRoundoff: 0,
    paymentReferenceOCR: '208710012',
    articles: [
      {
        articleNumber: '45-1200',
        articleDescription: 'As agreed',
        quantity: 1,
        unit: 'pcs',
        price: net,
        vat: 25,
        totalPrice: net,
      },
    ],
  };
}

/** The invoice that most tests open. */
export const lastInvoice = {
  ...anInvoice(20871),
  supplierNumber: '1001',
  projectName: 'Kvarteret Eken',
  supplierName: 'Nordbygg Material AB',
  currency: 'KRONOR',
  totalPrice: 18_412.5,
  totalVat: 3_682.5,
  costCentre: 'C-17',
  articles: [
    {
      articleNumber: '45-1200',
      articleDescription: 'Gypsum board 13 mm',
      quantity: 120,
      unit: 'pcs',
      price: 89.5,
      vat: 25,
      totalPrice: 10_740,
    },
    {
      articleNumber: '45-1310',
      articleDescription: 'Screws, box of 500',
      quantity: 12,
      unit: 'box',
      price: 255,
      vat: 25,
      totalPrice: 3_060,
    },
    {
      articleNumber: '90-0001',
      articleDescription: 'Delivery to the site',
      quantity: 1,
      price: 930,
      vat: 25,
      totalPrice: 930,
    },
  ],
};

export const lastPaper = invoicePaper({
  number: 'F-20871',
  supplier: 'Nordbygg Material',
  customer: 'Acme, Kvarteret Eken',
  lines: [
    { text: 'Gypsum board 13 mm', quantity: '120 pcs', price: '89.50', total: '10 740.00' },
    { text: 'Screws, box of 500', quantity: '12 boxes', price: '255.00', total: '3 060.00' },
    { text: 'Delivery to the site', quantity: '1', price: '930.00', total: '930.00' },
  ],
  sums: [
    ['Net', '14 730.00'],
    ['VAT 25 %', '3 682.50'],
    ['To pay', '18 412.50'],
  ],
});
