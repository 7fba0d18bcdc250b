export interface DemoSupplier {
  number: string;
  name: string;
  city: string;
  country: string;
  organizationalNumber?: string;
  bankGiro?: string;
  postGiro?: string;
}

/** The documentation names 1001 to 1003. No real company has the organisational number 555555-5555. */
export const suppliers: readonly DemoSupplier[] = [
  {
    number: '1001',
    name: 'Nordbygg Material',
    organizationalNumber: '555555-5555',
    city: 'Uppsala',
    country: 'SE',
    bankGiro: '991-2346',
  },
  {
    number: '1002',
    name: 'Mälardalens El',
    city: 'Västerås',
    country: 'SE',
    bankGiro: '5050-1055',
  },
  { number: '1003', name: 'Östra Rör', city: 'Norrköping', country: 'SE', postGiro: '12345-5' },
  { number: '1004', name: 'Björkdunge Plåt och Tak', city: 'Gävle', country: 'SE', bankGiro: '100-0017' },
  { number: '1005', name: 'Tallkotten Ställningar', city: 'Örebro', country: 'SE', bankGiro: '100-0025' },
  { number: '1006', name: 'Fyrviks Fönsterputs', city: 'Kalmar', country: 'SE', bankGiro: '100-0033' },
  { number: '1007', name: 'Lövsta Mark och Sten', city: 'Sala', country: 'SE', bankGiro: '100-0041' },
];

/** The documentation names P-2026-014. */
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
    proposalIds: ['P-2026-015'],
    facilities: [
      { number: '1', name: 'Quay' },
      { number: '2', name: 'Warehouse' },
    ],
  },
  {
    number: 'P3',
    name: 'Skolan Ljungbacken',
    proposalIds: ['P-2026-021'],
    facilities: [{ number: '1', name: 'School' }],
  },
] as const;

export interface DemoLine {
  text: string;
  quantity: number;
  unit: string;
  /** Amounts are in öre: whole numbers add up exactly. */
  price: number;
}

export interface DemoInvoice {
  reference: string;
  supplier: DemoSupplier;
  number: string;
  project: string;
  invoiceDate: Date;
  dueDate: Date;
  lines: readonly DemoLine[];
  net: number;
  vat: number;
  /** As the supplier wrote it: one supplier cannot add up. */
  total: number;
  bankGiro: string | undefined;
  ocr: string;
  /** Differences between the paper and the data that the partner sends. */
  paper: { bankGiro: string | undefined; fee: number };
  credits?: string;
  hasFile: boolean;
}

type InvoiceSketch = [
  supplier: string,
  number: string,
  project: 0 | 1 | 2,
  /** Days from today. */
  invoiced: number,
  due: number,
  lines: [text: string, quantity: number, unit: string, price: number][],
  more?: {
    mistake?: number;
    bankGiro?: string;
    credits?: string;
    hasFile?: boolean;
    paper?: Partial<DemoInvoice['paper']>;
  },
];

const rows: readonly InvoiceSketch[] = [
  [
    '1001',
    'F-20871',
    0,
    -12,
    18,
    [
      ['Gipsskiva 13 mm', 60, 'st', 12_550],
      ['Regel 45 × 95', 120, 'm', 3_290],
    ],
  ],
  [
    '1002',
    '40117',
    0,
    -9,
    21,
    [
      ['Elinstallation, våning 2', 38, 'tim', 68_500],
      ['Kabel EKLK 5G2,5', 250, 'm', 2_480],
    ],
  ],
  ['1003', '7302', 1, -20, 10, [['Stambyte, etapp 1', 1, 'st', 4_850_000]]],
  [
    '1004',
    'BPT-118',
    2,
    -6,
    24,
    [
      ['Takplåt, lackerad', 84, 'm²', 31_900],
      ['Hängränna', 42, 'm', 14_250],
    ],
  ],
  [
    '1005',
    '2026-0931',
    1,
    -15,
    15,
    [
      ['Hyra av ställning, fyra veckor', 4, 'v', 687_500],
      ['Uppsättning', 16, 'tim', 62_000],
    ],
  ],
  // The paper has another bank giro than the supplier's record and the data.
  ['1006', '5521', 2, -4, 26, [['Fönsterputs, hela skolan', 1, 'st', 1_240_000]], { paper: { bankGiro: '100-0066' } }],
  [
    '1007',
    'LM-604',
    1,
    -10,
    20,
    [
      ['Schaktning', 22, 'tim', 119_500],
      ['Makadam 8–16', 36, 'ton', 28_700],
    ],
  ],
  ['1001', 'F-20902', 2, -3, 27, [['Isolering 145 mm', 210, 'm²', 9_840]], { hasFile: false }],
  ['1002', '40142', 1, -2, 28, [['Byte av armaturer i magasinet', 24, 'st', 148_000]]],
  ['1005', '2026-0944', 0, -1, 29, [['Väderskydd', 1, 'st', 2_395_000]], { hasFile: false }],
  // The paper has a fee that the data lacks.
  ['1007', 'LM-611', 2, 0, 30, [['Plattsättning, entré', 64, 'm²', 58_500]], { paper: { fee: 4_900 } }],
  // Nobody has paid this one.
  ['1006', '5468', 0, -41, -11, [['Byggstädning, våning 1', 30, 'tim', 42_500]]],
  // The supplier has added up wrongly.
  [
    '1004',
    'BPT-121',
    0,
    -5,
    25,
    [
      ['Fönsterbleck', 18, 'st', 46_900],
      ['Montering', 12, 'tim', 61_500],
    ],
    { mistake: 90_000 },
  ],
  // The first invoice again, as if it had been scanned twice.
  [
    '1001',
    'F-20871',
    0,
    -12,
    18,
    [
      ['Gipsskiva 13 mm', 60, 'st', 12_550],
      ['Regel 45 × 95', 120, 'm', 3_290],
    ],
  ],
  // Another bank giro than in the supplier's record.
  ['1002', '40151', 2, -1, 29, [['Felsökning av ventilation', 9, 'tim', 68_500]], { bankGiro: '100-0058' }],
  ['1007', 'LM-612', 1, -2, 28, [['Retur av makadam 8–16', -6, 'ton', 28_700]], { credits: 'LM-604' }],
];

const dayMs = 24 * 60 * 60 * 1000;

/** The last digit of an OCR number is its check digit (modulus 10). */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const weighted = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + Math.floor(weighted / 10) + (weighted % 10);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export function invoicesOn(today: Date): DemoInvoice[] {
  const midnight = Math.floor(today.getTime() / dayMs) * dayMs;
  return rows.map(([supplierNumber, number, project, invoiced, due, lines, more = {}], at) => {
    const supplier = suppliers.find((one) => one.number === supplierNumber) as DemoSupplier;
    const { mistake = 0, bankGiro = supplier.bankGiro, credits, hasFile = true, paper } = more;
    const net = lines.reduce((sum, [, quantity, , price]) => sum + quantity * price, 0);
    // Whole kronor before tax make whole öre of 25 %.
    const vat = Math.round(net / 4);
    return {
      reference: `demo-${String(at + 1).padStart(2, '0')}`,
      supplier,
      number,
      project: projects[project].name,
      invoiceDate: new Date(midnight + invoiced * dayMs),
      dueDate: new Date(midnight + due * dayMs),
      lines: lines.map(([text, quantity, unit, price]) => ({ text, quantity, unit, price })),
      net,
      vat,
      total: net + vat + mistake,
      bankGiro,
      paper: { bankGiro, fee: 0, ...paper },
      ocr: withCheckDigit(`${supplierNumber}${number.replace(/\D/g, '')}`),
      ...(credits !== undefined && { credits }),
      hasFile,
    };
  });
}

export const workOrders = [
  { id: 'demo-wo-1', proposalId: 'P-2026-014', description: 'Byt ut trasiga fönster i trapphuset.' },
  { id: 'demo-wo-2', proposalId: 'P-2026-021', description: 'Kontrollera ventilationen i matsalen före provet.' },
] as const;

/** A day as text and an amount with a space: mistakes that partners make at first. */
export const refusedInvoice = {
  externalReferenceId: 'demo-refused',
  supplierNumber: '1001',
  supplierInvoiceNumber: 'F-20915',
  invoiceDate: '2026-11-15',
  totalPrice: '12 400,50',
};
