import { expect, test } from 'vitest'
import { suspensionWords } from './suspension.tsx'

const counts = (active_users: number, assessments_in_progress: number, open_invitations: number) =>
  suspensionWords({ active_users, assessments_in_progress, open_invitations })

test('a suspension says whom and what it meets, and nothing of what there is not', () => {
  expect(counts(1200, 5, 3)).toBe(
    '1,200 people can no longer sign in, 5 assessments in progress stand still and 3 invitations cannot be accepted until you open it again.',
  )
  expect(counts(1, 1, 0)).toBe(
    '1 person can no longer sign in and 1 assessment in progress stands still until you open it again.',
  )
  expect(counts(0, 0, 1)).toBe('1 invitation cannot be accepted until you open it again.')
})

test('of an organisation without people a suspension says that nobody is met', () => {
  expect(counts(0, 0, 0)).toBe(
    'Nobody signs in there at present and nothing is in progress. Its address will say that it is suspended.',
  )
})
