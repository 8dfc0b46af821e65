import { expect, test } from 'vitest'
import { targetsText } from './report-texts.ts'

const textOf = (same: number, other: number) =>
  targetsText([
    ...Array.from({ length: same }, () => ({ target: 'same' as const })),
    ...Array.from({ length: other }, () => ({ target: 'other' as const })),
    { target: null },
  ])

test.for([
  [0, 0, 'No statement has a target, so the report will have no actions.'],
  [0, 1, 'The target differs from where you are now.'],
  [0, 1200, 'All 1,200 targets differ from where you are now.'],
  [1, 0, 'The target is the same as now, so the report will have no actions.'],
  [48, 0, 'All 48 targets are the same as now, so the report will have no actions.'],
  [1, 47, '1 of 48 targets is the same as now. The report will have no action for it.'],
  [24, 24, '24 of 48 targets are the same as now. The report will have no actions for them.'],
] as const)('%d targets as now and %d others: %s', ([same, other, text]) => {
  expect(textOf(same, other)).toBe(text)
})
