import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'

/** Every page also shows without it. */
export const returnedQuery = { ...api.submissions.returned.query(), retry: false }

/** The next step after a review, on every page of the user area but the one that says it in full. Each page asks again. */
export function ReturnedNotice() {
  return <Notice key={useLocation({ select: ({ pathname }) => pathname })} />
}

function Notice() {
  const { tc_accepted: isReady, mfa_setup_required: isStopped } = useUser()
  const { data } = useQuery({ ...returnedQuery, enabled: isReady && !isStopped })
  const returned = data?.returned
  const { year: currentYear } = useTenant()
  const isShownInFull = useLocation({
    select: ({ pathname, search: { type, year = currentYear, set = returned?.set } }) =>
      pathname === '/' &&
      type === 'certification' &&
      year === returned?.year &&
      set === returned?.set,
  })
  if (!returned || isShownInFull) return null
  const { year, set, reviewer, is_complete: isComplete } = returned
  const auditor = reviewer === null ? 'The auditor' : isolated(reviewer)
  return (
    <aside aria-label="Your next step" data-print="hide" className="border-b bg-warning-tint">
      <p className="mx-auto flex w-full max-w-[calc(1248px+2*var(--gutter))] flex-wrap items-center gap-x-3 px-(--gutter) py-2 text-15 text-warning-ink">
        <Undo2 className="size-4.5 shrink-0 stroke-[1.75]" />
        <span>{`${auditor} returned your certification for ${year}.`}</span>
        <Link to="/" search={{ type: 'certification', year, set }} className="link hit-44">
          {isComplete ? 'Submit it again' : 'See what to change'}
        </Link>
      </p>
    </aside>
  )
}
