import { expect, test } from 'vitest'
import { evidenceOf, isEvidence, isEvidenceRequired, isNotable } from './evidence.ts'

const RESPONSES = [
  { id: 1, asks_for_evidence: false },
  { id: 2, asks_for_evidence: true },
]

test('evidence is required by the declared response only', () => {
  expect([1, 2, 3, null].map((id) => isEvidenceRequired(RESPONSES, id))).toEqual([
    false,
    true,
    false,
    false,
  ])
})

test('files count as evidence once they are uploaded and unless they have a virus', () => {
  const statuses = ['uploading', 'scanning', 'clean', 'quarantined'] as const
  expect(statuses.filter((status) => isEvidence({ status }))).toEqual(['scanning', 'clean'])
  const files = statuses.map((status) => ({ status, statement_id: status === 'clean' ? 1 : 2 }))
  expect(evidenceOf(files, 1)).toEqual([{ status: 'clean', statement_id: 1 }])
  expect(evidenceOf(files, 2)).toEqual([{ status: 'scanning', statement_id: 2 }])
})

test('an auditor must look at a statement with a file, a change or a response that asks for evidence', () => {
  const nothing = { attachments: [], changed: null, responses: RESPONSES, current: 1 }
  expect(isNotable(nothing)).toBe(false)
  expect(isNotable({ ...nothing, attachments: ['file'] })).toBe(true)
  expect(isNotable({ ...nothing, changed: { from: 2 } })).toBe(true)
  expect(isNotable({ ...nothing, current: 2 })).toBe(true)
})
