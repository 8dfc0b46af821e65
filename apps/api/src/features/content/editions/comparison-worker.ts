import type { DraftElement, DraftResponse, DraftStatement } from 'contract/draft'
import type { EditionComparison } from 'contract/editions'
import { withSetResponses } from 'contract/set-responses'
import { type Comparable, compareEditions } from 'rules/compare-editions'
import { keepKeys } from 'rules/same-keys'
import { type InForce, draftOfFile } from '#features/content/draft-of-file.ts'
import { editionFileOf } from '#features/content/edition.ts'
import { type ContentText, draftOfText } from '#features/content/read-draft.ts'
import { otherChanges } from '#features/content/sets/other-changes.ts'
import type { Draft } from '#features/content/read-draft.queries.ts'

export type Side = ContentText & { inForce: InForce }

/** Compares two editions or drafts, in a thread. */
export function run({ before, after }: { before: Side; after: Side }): EditionComparison {
  const old = readSide(before)
  const now = readSide(after, old.described)
  return {
    ...compareEditions(old.comparable, now.comparable),
    other_changes: otherChanges(old.described, now.described),
  }
}

/** A draft will have the keys of `before` when it is published. */
function readSide(side: Side, before?: { elements: DraftElement[] }) {
  if ('draft' in side) {
    const { head, elements } = draftOfText(side.draft)
    const described = { head, elements: elements.map(({ element }) => element) }
    if (before) keepKeys(before, described)
    return { comparable: draftAsFile({ head, elements }), described }
  }
  const file = editionFileOf(side.edition)
  return { comparable: file, described: draftOfFile(file, side.inForce) }
}

type Filled = Omit<DraftStatement, 'responses'> & { responses: readonly DraftResponse[] }

/** An incomplete draft as the file that it would be. */
export function draftAsFile({ head, elements }: Draft): Comparable {
  return {
    groups: head.groups,
    elements: elements.map(({ element: { key, title, statements } }) => ({
      key,
      title: title.trim(),
      statements: statements.map((one) => statementAsFile(withSetResponses(head.responses, one))),
    })),
  }
}

function statementAsFile(statement: Filled) {
  return {
    ...statement,
    text: statement.text.trim(),
    guidance: filled(statement.guidance),
    shortTitle: filled(statement.shortTitle ?? ''),
    evidenceExample: filled(statement.evidenceExample ?? ''),
    asksForEvidence: statement.asksForEvidence || undefined,
    weight: statement.weight ?? 1,
    responses: statement.responses.map((response) => ({
      ...response,
      label: response.label.trim(),
      description: filled(response.description),
      value: response.value ?? 0,
      action: filled(response.action),
      effort: response.effort ?? undefined,
      benefit: response.benefit ?? undefined,
      asksForEvidence: response.asksForEvidence || undefined,
    })),
  }
}

function filled(text: string) {
  return text.replaceAll(/\r\n?/g, '\n').trim() || undefined
}
