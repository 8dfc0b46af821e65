import { ContentSetFile } from 'contract/content-format'

const DOMAINS = [
  'Governance',
  'Risk management',
  'Asset management',
  'Access control',
  'Awareness and training',
  'Change management',
  'Supplier management',
  'Incident response',
  'Continuity and recovery',
]

const LEVELS = ['Entry', 'Managed', 'Proven'].map((label, index) => ({
  key: `L${index + 1}`,
  label,
  kind: 'level' as const,
}))

const PRACTICES = [
  { level: 'L1', text: 'Someone is responsible for it.' },
  { level: 'L1', text: 'The most important rules are written down.' },
  { level: 'L2', text: 'The rules are followed everywhere, and exceptions are approved.' },
  { level: 'L2', text: 'People who need to know have been told how it works.' },
  { level: 'L3', text: 'Results are measured and lead to changes.' },
]

const STEPS = ['Not in place', 'Planned', 'In place', 'In place and checked'].map(
  (label, index) => ({
    key: `r${index}`,
    label,
    value: index,
    ...(index > 0 && { action: `Bring it to “${label}”.`, effort: index }),
  }),
)

/** Nine domains, each with a band of its own, and bands of the set that ask for them. */
const staged = ContentSetFile.parse({
  format: 'content-set/1',
  title: 'Staged practice check',
  language: 'en',
  scoreFrom: 'zero',
  groups: LEVELS,
  responses: STEPS,
  certificationBands: LEVELS.map(({ label }) => ({
    label: `${label} organisation`,
    minElementBand: label,
  })),
  elementBands: LEVELS.map(({ key, label }) => ({ label, minStatement: 66, of: key })),
  elements: DOMAINS.map((title, e) => ({
    key: `D${e + 1}`,
    title,
    statements: PRACTICES.map(({ level, text }, s) => ({
      key: `D${e + 1}.${s + 1}`,
      text: `${title}: ${text}`,
      groups: [level],
    })),
  })),
})

/** Bands that ask for points, and for the highest response to some statements. */
const knockOut = ContentSetFile.parse({
  format: 'content-set/1',
  title: 'Site safety check',
  language: 'en',
  notApplicableCounts: 'full',
  responses: STEPS,
  certificationBands: [
    { label: 'Pass', minOverall: 30, minStatement: 100, of: 'key' },
    { label: 'Pass with merit', minOverall: 80, minElement: 50, minStatement: 100, of: 'key' },
  ],
  elements: ['Fire', 'Electricity', 'Machines'].map((title, e) => ({
    key: title.slice(0, 1),
    title,
    statements: ['Escape routes are free.', 'Defects are reported.', 'Checks are up to date.'].map(
      (text, s) => ({ key: `${title.slice(0, 1)}${s + 1}`, text, ...(s === e && { isKey: true }) }),
    ),
  })),
})

export const VERDICT_SETS = { staged, knockOut }
