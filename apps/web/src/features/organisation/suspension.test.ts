import { expect, test } from 'vitest'
import { suspensionText } from './suspension.tsx'

test.each([
  [
    [1200, 5, 3],
    '1,200 users can’t sign in. 5 assessments in progress are paused. 3 invitations are on hold. The suspension lasts until you reactivate the organisation.',
  ],
  [
    [1, 1, 0],
    '1 user can’t sign in. 1 assessment in progress is paused. The suspension lasts until you reactivate the organisation.',
  ],
  [
    [0, 0, 1],
    '1 invitation is on hold. The suspension lasts until you reactivate the organisation.',
  ],
  [
    [0, 0, 0],
    'There are no users, assessments or invitations to affect. Visitors see that the organisation is suspended.',
  ],
])(
  'a suspension with %j users, assessments and invitations lists what it affects',
  (counts, text) => {
    const [active_users = 0, assessments_in_progress = 0, open_invitations = 0] = counts
    expect(suspensionText({ active_users, assessments_in_progress, open_invitations })).toBe(text)
  },
)
