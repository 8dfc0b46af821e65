import type { Declined } from 'contract/shared-assessments'
import { UserName } from '#features/assessments/user-name.tsx'

/** Why an element needs a new person: who gave it back, and whom they suggest. */
export function DeclinedText({ declined: { by, reason, suggested } }: { declined: Declined }) {
  const end = /[.!?]$/.test(reason) ? '' : '.'
  return (
    <>
      <UserName of={by} /> gave this element back: “
      <bdi className="wrap-anywhere whitespace-pre-line">{reason}</bdi>”{end}{' '}
      {suggested && (
        <>
          Suggested instead: <UserName of={suggested} />.
        </>
      )}
    </>
  )
}
