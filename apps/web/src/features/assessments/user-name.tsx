import type { Person } from 'contract/shared-assessments'

/** A user's name in a sentence, which a browser's translation leaves as it is. */
export function UserName({ of: { name } }: { of: Person }) {
  return (
    <bdi translate="no" className="font-medium">
      {name}
    </bdi>
  )
}
