import { expect, test } from 'vitest'
import { endedText } from './ended-text.ts'

const dora = { id: 1, name: 'Dora Director' }
const eve = { id: 2, name: 'Eve Successor' }
const asked_by = { id: 3, name: 'Ann Owner' }

test.each([
  ['refused', dora, 'You didn’t approve this certification. Ann Owner can ask you again.'],
  [
    'refused',
    eve,
    'Dora Director didn’t approve this certification. Ann Owner can ask you for approval.',
  ],
  ['approved', dora, 'You approved this certification.'],
  ['approved', eve, 'Dora Director approved this certification.'],
] as const)(
  'a request that Dora Director %s is told with the name of who decided',
  (state, reader, text) => {
    expect(endedText({ state, approver: dora, asked_by }, reader.id)).toBe(text)
  },
)
