import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { AskedApproval, Returned } from 'contract/submissions'
import { Stamp, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { cn } from '#ui/cn.ts'

/** Every page also shows without it. */
export const nextStepQuery = { ...api.submissions.returned.query(), retry: false }

/**
 * A certification that waits for its owner after a review, or for its approver, on every page but the player and the
 * one that says it in full. Each page asks again.
 */
export function NextStepNotice() {
  return <Notices key={useLocation({ select: ({ pathname }) => pathname })} />
}

function Notices() {
  const { tc_accepted: isReady, mfa_setup_required: isStopped } = useUser()
  const { data } = useQuery({ ...nextStepQuery, enabled: isReady && !isStopped })
  if (!data) return null
  return (
    <>
      {data.approval && <ToApprove approval={data.approval} />}
      {data.returned && <ToChange returned={data.returned} />}
    </>
  )
}

function ToApprove({ approval }: { approval: AskedApproval }) {
  return (
    <Notice
      {...approval}
      isShared
      label="Your approval"
      className="bg-primary-tint text-primary-text"
      icon={<Stamp className="mt-0.5 size-4.5 shrink-0 stroke-[1.75]" />}
      text={`${isolated(approval.asked_by)} asks you to approve the certification`}
      action="Review and decide"
    />
  )
}

function ToChange({ returned }: { returned: Returned }) {
  const { reviewer, is_complete: isComplete } = returned
  const auditor = reviewer === null ? 'The auditor' : isolated(reviewer)
  return (
    <Notice
      {...returned}
      label="Your next step"
      className="bg-warning-tint text-warning-ink"
      icon={<Undo2 className="mt-0.5 size-4.5 shrink-0 stroke-[1.75]" />}
      text={`${auditor} returned your certification`}
      action={isComplete ? 'Submit again' : 'See what to change'}
    />
  )
}

interface NoticeProps extends Pick<Returned, 'year' | 'set' | 'set_title'> {
  label: string
  isShared?: boolean
  className: string
  icon: ReactNode
  /** Without what the certification is for. */
  text: string
  action: string
}

function Notice({ year, set, set_title: title, label, isShared = false, ...shown }: NoticeProps) {
  const { className, icon, text, action } = shown
  const { year: currentYear } = useTenant()
  const isShownInFull = useLocation({
    select: ({ pathname, search: { type, year: shown = currentYear, set: chosen = set, whose } }) =>
      pathname === '/' &&
      type === 'certification' &&
      shown === year &&
      chosen === set &&
      !(isShared && whose === 'mine'),
  })
  if (isShownInFull) return null
  return (
    <aside aria-label={label} data-print="hide" className={cn('border-b', className)}>
      <p className="mx-auto flex w-full max-w-[calc(1248px+2*var(--gutter))] gap-3 px-(--gutter) py-2 text-15">
        {icon}
        <span className="flex min-w-0 flex-wrap gap-x-3 wrap-anywhere">
          <span>{`${text} for ${title ? `${isolated(title)} ` : ''}${year}.`}</span>
          <Link to="/" search={{ type: 'certification', year, set }} className="link hit-44">
            {action}
          </Link>
        </span>
      </p>
    </aside>
  )
}
