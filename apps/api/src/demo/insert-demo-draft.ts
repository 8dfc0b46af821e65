import type { DraftElement } from 'contract/draft'
import type { Scope, Db } from '#db/scope.ts'
import { draftOfFile, inForceFrom } from '#features/content/draft-of-file.ts'
import { demoSet } from './demo-set.ts'
import { insertDraft } from '#features/content/sets/new-sets.queries.ts'

/** Inserts a draft of the next version: one statement reworded, one element started. */
export async function insertDemoDraft(db: Db, scope: Scope, setId: number, year: number) {
  const { head, elements } = draftOfFile(demoSet(), inForceFrom(year))
  const [first, ...others] = elements
  if (!first) return
  await insertDraft(db, scope, {
    head,
    elements: [reworded(first), ...others, STARTED],
    follows: {
      id: setId,
      family_id: setId,
      version: 1,
      template_id: null,
      template_family_id: null,
    },
  })
}

function reworded(element: DraftElement): DraftElement {
  return {
    ...element,
    statements: element.statements.map((statement, index) =>
      index === 0 ? { ...statement, guidance: 'Think of the last twelve months.' } : statement,
    ),
  }
}

const STARTED: DraftElement = {
  key: 'artificial-intelligence',
  title: 'Use of artificial intelligence',
  description: 'Where AI models are used in decisions or services.',
  group: '',
  required: false,
  weight: 1,
  reportBands: [],
  statements: [
    {
      key: 'ai-register',
      text: 'We know where artificial intelligence is used and who is responsible for it.',
      guidance: '',
      shortTitle: '',
      asksForEvidence: false,
      weight: 1,
      allowsNotApplicable: true,
      responses: [],
    },
  ],
}
