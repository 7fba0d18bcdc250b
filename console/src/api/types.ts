import type { components } from './operator.d.ts';

type Schemas = components['schemas'];

export type Refusal = Schemas['OperatorProblem'];

export type Page<Row> = Omit<Schemas['InvoiceRows'], 'rows'> & { rows: Row[] };

export type Session = Schemas['SignedIn'];
export type Company = Session['companies'][number];
export type Permission = Session['may'][number];

export type Overview = Schemas['Overview'];
export type Arrival = Overview['arrivals'][number];
export type FindingCount = Overview['findings'][number];
export type FailureCause = Overview['failures'][number];
export type SearchResult = Schemas['SearchResults']['results'][number];

export type InvoicePath = `/companies/${string}/invoices/${string}`;
export type InvoiceRow = Schemas['InvoiceRow'];
export type Bulk = Schemas['Bulk'];
export type View = Schemas['View'];
export type Invoice = Schemas['InvoiceRecord'];
export type InvoiceDocument = Invoice['document'];
export type InvoiceFilePath = `${InvoicePath}/files/${string}`;
export type InvoiceFile = Schemas['InvoiceFile'];
export type TimelineEntry = Invoice['timeline'][number];
export type Action = Invoice['actions']['approve'];

export type FactorReset = Schemas['OperatorProposals']['resets'][number];

export type Erasure = Schemas['Erasure'];
export type DeskSettings = Schemas['DeskSettings'];
export type Routing = Schemas['Routing'];
export type RoutingRule = Schemas['RoutingRule'];
export type RoutingPerson = Routing['people'][number];
export type RoutingTrial = Schemas['RoutingTrial'];
export type Absence = Schemas['Absence'];
export type DirectoryOutcome = Schemas['DirectoryOutcome'];
export type DirectoryRows = Schemas['DirectoryRows'];
export type Directory = DirectoryRows['directories'][number];
export type OwnIdentities = Schemas['OwnIdentities'];
export type OperatorProposal = Schemas['OperatorProposals']['proposals'][number];
export type DeskSettingsPatch = Schemas['DeskSettingsPatch'];

export type ImportPreview = Schemas['SuppliersPreview'];
export type CheckSettings = Schemas['CheckSettings'];
export type CheckSettingsPatch = Schemas['CheckSettingsPatch'];
export type CheckRule = CheckSettings['rules'][number];
export type CheckSetting = CheckRule['setting'];
export type CheckProposal = CheckSettings['waiting'][number];
export type CheckLimit = CheckSettings['limits'][number];
export type CheckLimitProposal = CheckSettings['waitingLimits'][number];

export type WorkOrderPath = `/companies/${string}/work-orders/${string}`;
export type WorkOrderRow = Schemas['WorkOrderRow'];
export type WorkOrder = Schemas['WorkOrderRecord'];

export type SupplierPath = `/companies/${string}/suppliers/${string}`;
export type SupplierRow = Schemas['SupplierRow'];
export type Supplier = Schemas['SupplierRecord'];
export type SupplierProposal = Schemas['SupplierProposal'];
export type SupplierPatch = Schemas['SupplierPatch'];
export type SupplierChange = Schemas['SupplierChange'];
export type SupplierField = Exclude<SupplierChange['changes'][number]['field'], 'blocked' | 'confirmed' | 'distinct'>;
export type LookAlike = Schemas['LookAlike'];
export type SupplierFields = Pick<Supplier, SupplierField>;
export type FieldChange = SupplierChange['changes'][number];
export type SupplierFigures = Schemas['SupplierFigures'];

export type ProjectPath = `/companies/${string}/projects/${string}`;
export type Project = Schemas['ProjectRecord'];
export type Facility = Project['facilities'][number];
export type ProjectFields = Pick<Project, keyof Schemas['ProjectForm']>;
export type ProjectsImported = Schemas['ProjectsImported'];
export type SuppliersImported = Schemas['SuppliersImported'];
export type Notice = Schemas['Notice'];
export type MailChoices = Schemas['MailChoices'];

export type CallRow = Schemas['RequestRow'];
export type Call = Schemas['RequestTrace'];
export type FeedEvent = Schemas['FeedEvent'];
export type Problem = Call['problems'][number];
export type Subject = NonNullable<Call['subject']>;

export type PartnerRow = Schemas['PartnerRow'];
export type PartnerSandbox = Schemas['PartnerSandbox'];
export type Scope = Schemas['Scope'];
export type Credential = Schemas['TokenRow'] | Schemas['ClientRow'];
export type IssuedCredential = Schemas['PartnerToken'] | Schemas['IssuedClient'];

export type WebhookPath = `/companies/${string}/webhooks/${string}`;
/** Operators who are not administrators see only partner and state. */
export type WebhookState = Schemas['WebhookRow'];
export type Webhook = Required<WebhookState>;
export type WebhookDelivery = Schemas['WebhookDeliveryRow'];
export type EndpointOff = Overview['endpointsOff'][number];

export type OperatorRow = Schemas['OperatorRow'];
export type Admission = NonNullable<Schemas['OperatorForm']['companies']>[number];
export type OperatorTokenRow = Schemas['OperatorTokenRow'];
export type SystemRow = Schemas['SystemRow'];

export type AuditRow = Schemas['AuditRow'];
