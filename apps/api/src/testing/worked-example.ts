import type { SnapshotInput } from '#features/reports/snapshot/scorable.ts'

/** Two elements, small enough to work out every score by hand. */
export function workedExample(): SnapshotInput {
  return {
    year: 2026,
    type: 'self_assessment',
    version: 1,
    createdAt: new Date('2026-11-18T09:00:00Z'),
    organisation: 'Northfield Trust',
    respondent: 'Head of risk',
    contentSet: {
      id: 1,
      title: 'Small framework',
      description: null,
      scale: ['Starting', 'Developing', 'Established', 'Leading'],
      lowest_level: 1,
      source: null,
      licence: null,
    },
    certificationBands: [
      { label: 'Basic', minOverall: 40, minElement: 20 },
      { label: 'Solid', minOverall: 70, minElement: 50 },
    ],
    elements: [
      element(1, 'Leadership', 1, [
        { from: 0, to: 25, title: 'Low', text: 'No one leads.' },
        { from: 25, to: 100, title: 'Rising', text: 'Someone **leads**.' },
      ]),
      element(2, 'Suppliers', 3, []),
    ],
    statements: [
      statement(11, 'lead', 'Someone leads.'),
      statement(12, 'plan', 'There is a plan.', 3),
      statement(21, 'list', 'Suppliers are listed.'),
      statement(22, 'call', 'Suppliers can be called.'),
    ],
    statementResponses: [
      ...responses(11, [1, 2, 3, 4], ['', 'Agree who leads.', 'Put it in writing.', 'Review it.']),
      ...responses(12, [1, 2, 3, 4], ['', 'Write a plan.', 'Test the plan.', 'Share the plan.']),
      ...responses(21, [0, 5, 10], ['', 'Write a list.', 'Keep the list current.']),
      ...responses(22, [0, 1], ['', 'Ask for numbers.']),
    ],
    answers: [
      answer(11, 1, 0),
      answer(11, 2, 2),
      answer(12, 1, 1),
      answer(12, 2, 2),
      answer(21, 1, 1),
      answer(21, 2, 2),
      answer(22, 1, null, 'We have no such supplier.'),
    ],
    notes: [{ statement_id: 11, note: 'Since March.' }],
  }
}

type Bands = SnapshotInput['elements'][number]['bands']

function element(id: number, title: string, weight: number, bands: Bands) {
  const rest = { description: null, group: null, is_required: true }
  return { id, key: title.toLowerCase(), number: id, title, weight, bands, ...rest }
}

/** The first digit of the id is the element, the second the place in it. */
function statement(id: number, key: string, text: string, weight = 1) {
  return { id, element_id: Math.floor(id / 10), key, position: (id % 10) - 1, text, weight }
}

function responses(statementId: number, values: number[], actions: string[]) {
  return values.map((value, index) => ({
    id: statementId * 10 + index,
    statement_id: statementId,
    label: ['Not yet', 'Partly', 'Mostly', 'Fully'][index] ?? '',
    description: null,
    value,
    action: actions[index] || null,
    effort: index === 0 ? null : index + 2,
    benefit: index === 0 ? null : 6 - index,
  }))
}

function answer(
  statement_id: number,
  state: 1 | 2,
  index: number | null,
  not_applicable_reason: string | null = null,
) {
  const statement_response_id = index === null ? null : statement_id * 10 + index
  return { statement_id, state, statement_response_id, not_applicable_reason }
}
