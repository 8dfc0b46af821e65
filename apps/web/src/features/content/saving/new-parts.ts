import type { DraftElement, DraftResponse, DraftStatement } from 'contract/draft'
import { generatedKey } from 'rules/reference'

/** Elements, statements and responses keep their key through all editions. */
export function newKey() {
  return generatedKey(crypto.getRandomValues(new Uint8Array(8)))
}

export function emptyElement(title = ''): DraftElement {
  return {
    key: newKey(),
    title,
    description: '',
    group: '',
    required: true,
    weight: 1,
    reportBands: [],
    statements: [],
  }
}

/** `lowest` is the value of the first response. */
export function emptyStatement(labels: readonly string[], lowest = 1): DraftStatement {
  return {
    key: newKey(),
    text: '',
    guidance: '',
    shortTitle: '',
    weight: 1,
    allowsNotApplicable: false,
    asksForEvidence: false,
    responses: labels.map((label, index) => emptyResponse(label, lowest + index)),
  }
}

export function emptyResponse(label: string, value: number): DraftResponse {
  return {
    key: newKey(),
    label,
    description: '',
    value,
    action: '',
    effort: null,
    benefit: null,
    asksForEvidence: false,
  }
}

export function copyOfStatement(statement: DraftStatement): DraftStatement {
  const responses = statement.responses.map((response) => ({ ...response, key: newKey() }))
  return { ...statement, key: newKey(), responses }
}

export function copyOfElement(element: DraftElement): DraftElement {
  const statements = element.statements.map(copyOfStatement)
  const title = element.title && `${element.title} (copy)`.slice(0, 500)
  return { ...element, key: newKey(), title, statements }
}
