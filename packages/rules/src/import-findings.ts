import type { ImportFindings } from 'contract/content-imports'

/** Said with every framework of someone else. */
export const RIGHTS_TEXT =
  'Check that you have the right to use this framework: its texts belong to those who wrote it.'

const UNDECIDED = {
  responses: 'Choose the responses',
  groups: 'Say what the groups are',
} as const

/** What the author says before a draft is created. */
export function undecidedText(undecided: ImportFindings['undecided']): string {
  const [first = '', second] = undecided.map((one) => UNDECIDED[one])
  return second === undefined
    ? `${first} first.`
    : `${first}, and ${second.charAt(0).toLowerCase()}${second.slice(1)} first.`
}

export const FIELD_LABELS: Record<
  NonNullable<ImportFindings['choices']['columns']>[number],
  string
> = {
  text: 'Statement',
  key: 'Reference',
  element: 'Element',
  heading: 'Heading above the element',
  shortTitle: 'Short title',
  guidance: 'Guidance',
  evidenceExample: 'Example of evidence',
  groups: 'Levels or profiles',
  weight: 'Weight',
  ignored: 'Left out',
}
