import type { Overview } from 'contract/assessments'
import type { SharedForUser } from 'contract/shared-assessments'
import { Link } from '@tanstack/react-router'
import { UserRoundPlus, UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { allows } from 'rules/assessment-status'
import { lazyPart } from '#core/lazy-part.ts'
import { useUser } from '#core/user.ts'
import { UserName } from '#features/assessments/user-name.tsx'
import { Button } from '#ui/button.tsx'

const AssignDialog = lazyPart(
  () => import('#features/assessments/assign-dialog.tsx'),
  'AssignDialog',
)
const FillLine = lazyPart(() => import('./fill-line.tsx'), 'FillLine')
const PeopleDialog = lazyPart(
  () => import('#features/assessments/people-dialog.tsx'),
  'PeopleDialog',
)

/** Whose assessment this is, where an organisation answers one together. */
export function TeamLine({ overview }: { overview: Overview }) {
  const { shared, has_other: hasOther } = overview
  if (shared === null && !hasOther) return null
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-15">
        <p className="inline-flex min-w-0 items-center gap-2">
          <UsersRound aria-hidden="true" className="size-5 shrink-0 stroke-[1.75]" />
          {shared === null ? (
            <span className="font-medium">Your assessment</span>
          ) : (
            <span>
              <span className="font-medium">Our assessment.</span> <Role shared={shared} />
            </span>
          )}
        </p>
        {hasOther && (
          <Link
            to="/"
            search={(before) => ({ ...before, whose: shared === null ? undefined : 'mine' })}
            className="link hit-44"
          >
            {shared === null ? 'Our assessment' : 'Your own answers'}
          </Link>
        )}
        {shared?.role === 'owner' && <OwnerButtons overview={overview} shared={shared} />}
      </div>
      <Filling overview={overview} />
    </>
  )
}

function Filling({ overview: { fill, assessment } }: { overview: Overview }) {
  if (fill === null || assessment === null) return null
  return (
    <Suspense>
      <FillLine assessmentId={assessment.id} fill={fill} />
    </Suspense>
  )
}

function Role({ shared: { role, owner, approver } }: { shared: SharedForUser }) {
  const user = useUser()
  if (role === 'owner') return <>You are the owner.</>
  return (
    <>
      <UserName of={owner} /> is the owner.
      {approver?.id === user.id
        ? ' You are the approver.'
        : role === 'viewer'
          ? ' You can read the answers.'
          : ' You answer what is assigned to you.'}
    </>
  )
}

interface OwnerButtonsProps {
  overview: Overview
  shared: SharedForUser
}

function OwnerButtons({ overview, shared }: OwnerButtonsProps) {
  const { assessment } = overview
  const [open, setOpen] = useState<'assign' | 'people' | null>(null)
  if (assessment === null) return null
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      {allows(assessment.status, 'answer') && (
        <Button
          size="sm"
          variant="outline"
          icon={<UserRoundPlus />}
          onClick={() => setOpen('assign')}
        >
          Assign elements
        </Button>
      )}
      <Button size="sm" variant="ghost" icon={<UsersRound />} onClick={() => setOpen('people')}>
        People
      </Button>
      <Suspense>
        {open === 'assign' && (
          <AssignDialog
            assessmentId={assessment.id}
            elements={overview.elements}
            shared={shared}
            onClose={close}
          />
        )}
        {open === 'people' && (
          <PeopleDialog
            assessmentId={assessment.id}
            isCertification={overview.type === 'certification'}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  )
}
