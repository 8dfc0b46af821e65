import type { ImportFindings } from 'contract/content-imports'
import { formatList } from './plural.ts'

/** Said with every framework of someone else. */
export const RIGHTS_TEXT =
  'Check that you have the right to use this framework. Its texts belong to its authors.'

/** Beside the question. */
export const UNDECIDED = {
  responses: 'Choose the responses',
  groups: 'Say what the groups are',
} as const

/** What the author says before a draft is created. */
export function undecidedText(undecided: ImportFindings['undecided']): string {
  return `First ${formatList(undecided.map((one) => UNDECIDED[one].toLowerCase()))}.`
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
