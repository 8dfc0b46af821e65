import type { SharedAssessment } from 'contract/shared-assessments'
import { Link } from '@tanstack/react-router'
import { UserRoundCog } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { useUser } from '#core/user.ts'
import { AssessmentBadge } from '#features/assessments/assessment-badge.tsx'
import { Button } from '#ui/button.tsx'
import { Fact } from '#ui/fact.tsx'
import { Panel } from '#ui/page.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { Section } from '#ui/section.tsx'
import { PersonLink } from './members.tsx'
import { validityText } from './validity-text.ts'

const OwnerDialog = lazyPart(() => import('./owner-dialog.tsx'), 'OwnerDialog')

export function Owner({ shared, mayManage }: { shared: SharedAssessment; mayManage: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section id="owner" title="Owner" titleClassName="mb-3">
      <Panel className="flex flex-wrap items-center justify-between gap-3 p-4">
        <div className="min-w-0 flex-1 basis-60">
          <p className="text-16 font-medium">
            <PersonLink {...shared.owner} />
          </p>
          <p className="text-14 text-muted-foreground">
            Answers everything, assigns elements to colleagues and completes the assessment.
          </p>
        </div>
        {mayManage && (
          <Button variant="outline" icon={<UserRoundCog />} onClick={() => setOpen(true)}>
            Change owner
          </Button>
        )}
      </Panel>
      <Suspense>
        {isOpen && <OwnerDialog shared={shared} onClose={() => setOpen(false)} />}
      </Suspense>
    </Section>
  )
}

export function Progress({ shared }: { shared: SharedAssessment }) {
  const { status, answered, total } = shared
  const percent = total === 0 ? 0 : Math.floor((answered / total) * 100)
  return (
    <Section id="progress" title="Progress" titleClassName="mb-3">
      <Panel className="space-y-3 p-4 text-14">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="tabular-nums">{`${answered} of ${total} statements answered`}</p>
          <AssessmentBadge status={status} />
        </div>
        <ProgressBar label="Answered statements" percent={percent} />
        <WayToAnswers shared={shared} />
      </Panel>
    </Section>
  )
}

/** An admin who takes no part runs it without reading its answers. */
function WayToAnswers({ shared }: { shared: SharedAssessment }) {
  const user = useUser()
  const { owner, members, approver, year, type, tenant } = shared
  if (tenant.id !== user.tenant.id) return null
  const takesPart = [owner, approver, ...members].some((person) => person?.id === user.id)
  if (!takesPart)
    return (
      <p className="text-muted-foreground">
        {type === 'certification'
          ? 'Only the owner, the members and the approver can open the assessment.'
          : 'Only the owner and the members can open the assessment.'}
      </p>
    )
  return (
    <Link to="/" search={{ year, type }} className="link hit-44">
      Open the assessment
    </Link>
  )
}

export function Certificate({ shared: { certificate } }: { shared: SharedAssessment }) {
  return (
    <Section id="certificate" title="Certificate" titleClassName="mb-3">
      {certificate ? (
        <dl className="divide-y rounded-lg border bg-card text-14 tabular-nums">
          <Fact term="Number">
            <span translate="no">{certificate.number}</span>
          </Fact>
          <Fact term="Validity">{validityText(certificate)}</Fact>
        </dl>
      ) : (
        <p className="text-14 text-muted-foreground">
          This assessment has no certificate in force.
        </p>
      )}
    </Section>
  )
}
