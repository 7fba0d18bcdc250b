import { findingFamilyNames, findingNames, severityNames } from '../../../common/names/findings.ts';
import { bilingual } from '../text.ts';

export const rulesText = bilingual(
  {
    finding: 'Finding',
    severities: { ...severityNames.en, released: 'Hold, released' },
    gravest: (severity: string) => `The most serious: ${severity.toLowerCase()}`,
    families: findingFamilyNames.en,
    anyOf: (family: string) => `${family}: any`,
    names: findingNames.en,
  },
  {
    finding: 'Anmärkning',
    severities: { ...severityNames.sv, released: 'Hävt stopp' },
    gravest: (severity) => `Den allvarligaste: ${severity.toLowerCase()}`,
    families: findingFamilyNames.sv,
    anyOf: (family) => `${family}: alla`,
    names: findingNames.sv,
  },
);
