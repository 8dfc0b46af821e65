import { expect, test } from 'vitest'
import { suspensionText } from './suspension.tsx'

test.each([
  [
    [1200, 5, 3],
    '1,200 users lose access. 5 assessments in progress are paused. 3 invitations can’t be accepted. The suspension lasts until you reactivate the organisation.',
  ],
  [
    [1, 1, 0],
    '1 user loses access. 1 assessment in progress is paused. The suspension lasts until you reactivate the organisation.',
  ],
  [
    [0, 0, 1],
    '1 invitation can’t be accepted. The suspension lasts until you reactivate the organisation.',
  ],
  [
    [0, 0, 0],
    'This organisation has no active users, assessments in progress or open invitations. Visitors see that the organisation is suspended.',
  ],
])(
  'a suspension with %j users, assessments and invitations lists what it affects',
  (counts, text) => {
    const [active_users = 0, assessments_in_progress = 0, open_invitations = 0] = counts
    expect(suspensionText({ active_users, assessments_in_progress, open_invitations })).toBe(text)
  },
)
