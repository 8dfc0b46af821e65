import type { Comparable } from 'rules/compare-editions'
import type { DraftResponse, DraftStatement } from 'contract/draft'
import type { Draft } from '#features/content/read-draft.ts'

/** A draft to be compared while it is written: as the file that it would be, whatever is still missing in it. */
export function sketchOf({ elements }: Pick<Draft, 'elements'>): Comparable {
  return {
    elements: elements.map(({ element: { key, title, statements } }) => ({
      key,
      title: title.trim(),
      statements: statements.map(sketchOfStatement),
    })),
  }
}

function sketchOfStatement(statement: DraftStatement) {
  const { key, text, guidance, weight, allowsNotApplicable, responses } = statement
  return {
    key,
    text: text.trim(),
    guidance: filled(guidance),
    weight: weight ?? 1,
    allowsNotApplicable,
    responses: responses.map(sketchOfResponse),
  }
}

function sketchOfResponse(response: DraftResponse) {
  const { key, label, description, value, action, effort, benefit, asksForEvidence } = response
  return {
    key,
    label: label.trim(),
    description: filled(description),
    value: value ?? 0,
    action: filled(action),
    effort: effort ?? undefined,
    benefit: benefit ?? undefined,
    asksForEvidence: asksForEvidence || undefined,
  }
}

/** A file leaves out what is empty. */
function filled(text: string) {
  const trimmed = text.replaceAll(/\r\n?/g, '\n').trim()
  return trimmed === '' ? undefined : trimmed
}
