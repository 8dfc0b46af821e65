import type { DraftElement, DraftStatement } from 'contract/draft'
import * as fc from 'fast-check'

/** A change that an author could make to a set. */
export type Edit = { kind: string; at: number; with: number }

export function aStatement(key: string, responses = 3): DraftStatement {
  return {
    key,
    text: `Statement ${key}`,
    guidance: '',
    weight: 1,
    allowsNotApplicable: true,
    responses: Array.from({ length: responses }, (_, index) => aResponse(`${key}.${index}`)),
  }
}

function aResponse(key: string) {
  const texts = { label: `Response ${key}`, description: '', action: 'Do it.' }
  return { key, ...texts, value: 0, effort: null, benefit: null, asksForEvidence: false }
}

/** The set after these edits, with rising values and without empty elements. */
export function edited(elements: readonly DraftElement[], edits: readonly Edit[]): DraftElement[] {
  const set = structuredClone([...elements])
  for (const [index, edit] of edits.entries()) applyTo(set, edit, `n${index}`)
  return numbered(set.filter(({ statements }) => statements.length > 0))
}

export function numbered(elements: readonly DraftElement[]): DraftElement[] {
  return elements.map((element) => ({
    ...element,
    statements: element.statements.map((statement) => ({
      ...statement,
      responses: statement.responses.map((response, index) => ({ ...response, value: index + 1 })),
    })),
  }))
}

function applyTo(set: DraftElement[], { kind, at, with: other }: Edit, fresh: string) {
  const element = set[at % set.length]
  const statement = element?.statements[other % Math.max(element.statements.length, 1)]
  if (!element || !statement) return
  const total = set.reduce((sum, { statements }) => sum + statements.length, 0)
  if (/^remove (statement|element)$/.test(kind) && total - element.statements.length < 1) return
  CHANGES[kind]?.({ ...statement, set, element, statement, other, fresh })
}

type Target = DraftStatement & {
  set: DraftElement[]
  element: DraftElement
  statement: DraftStatement
  other: number
  fresh: string
}

const CHANGES: Record<string, (target: Target) => unknown> = {
  reword: ({ statement }) => (statement.text += ' indeed'),
  guidance: ({ statement }) => (statement.guidance += 'Think.'),
  weight: ({ statement }) => (statement.weight = 3),
  'not applicable': ({ statement }) =>
    (statement.allowsNotApplicable = !statement.allowsNotApplicable),
  relabel: ({ responses, other }) => {
    const response = responses[other % responses.length]
    if (response) response.label += ' more'
  },
  'swap responses': ({ responses }) => responses.reverse(),
  'remove response': ({ responses, other }) =>
    responses.length > 2 && responses.splice(other % responses.length, 1),
  'add response': ({ responses, fresh }) =>
    responses.length < 9 && responses.splice(1, 0, aResponse(fresh)),
  'remove statement': ({ element, statement }) => take(element, statement),
  'add statement': ({ element, fresh }) => element.statements.unshift(aStatement(fresh)),
  'move statement': ({ set, element, statement, other }) => {
    take(element, statement)
    set[other % set.length]?.statements.push(statement)
  },
  'remove element': ({ set, element }) => set.splice(set.indexOf(element), 1),
  required: ({ element }) => (element.required = !element.required),
}

export const someEdits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...Object.keys(CHANGES)), at: fc.nat(50), with: fc.nat(50) }),
  { maxLength: 8 },
)

function take(element: DraftElement, statement: DraftStatement) {
  element.statements.splice(element.statements.indexOf(statement), 1)
}
