import { useQuery } from '@tanstack/react-query'
import type { Overview } from 'contract/assessments'
import type { ChangedStatement } from 'contract/approvals'
import type { ReactNode } from 'react'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { formatDate } from '#core/time.ts'
import { useUser } from '#core/user.ts'
import { elementLink } from '#features/assessments/statement-links.tsx'
import { UserName } from '#features/assessments/user-name.tsx'
import { BrandPanel } from '#features/home/next-step.tsx'
import { Alert } from '#ui/alert.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Link } from '@tanstack/react-router'
import { ApprovalButtons } from './approval-buttons.tsx'
import { endedText } from './ended-text.ts'

interface ApprovalProps {
  overview: Overview
  assessmentId: number
}

/** For everyone but the owner: whether a shared certification waits for an approval, which its approver gives. */
export function Approval({ overview }: { overview: Overview }) {
  return overview.assessment && <Asked overview={overview} assessmentId={overview.assessment.id} />
}

function Asked({ overview, assessmentId }: ApprovalProps) {
  const user = useUser()
  const { data } = useQuery({
    ...api.approvals.list.query({ params: { id: assessmentId } }),
    staleTime: 0,
  })
  const [last] = data?.requests ?? []
  if (!data || !last || overview.shared?.approver?.id !== user.id) return null
  const asked = isolated(last.asked_by.name)
  const changes = <Changes of={data.changes} overview={overview} assessmentId={assessmentId} />
  if (last.state !== 'asked')
    return (
      <>
        <Alert>{endedText({ ...last, state: last.state }, user.id)}</Alert>
        {last.state === 'cleared' && changes}
      </>
    )
  return (
    <>
      <BrandPanel
        overline="Your approval"
        title={`${asked} asks you to approve this certification`}
        text="Read the answers in the list of elements. If you approve, the certification is submitted to an auditor."
      >
        <ApprovalButtons assessmentId={assessmentId} request={last.id} owner={asked} />
      </BrandPanel>
      {changes}
    </>
  )
}

interface ChangesProps extends ApprovalProps {
  of: readonly ChangedStatement[]
}

function Changes({ of: changes, overview, assessmentId }: ChangesProps) {
  if (changes.length === 0) return null
  const element = (id: number) => overview.elements.find((one) => one.id === id)
  return (
    <Disclosure title={`Changed since the last request (${changes.length})`}>
      <ul className="divide-y text-15">
        {changes.map(({ statement_id: id, element_id: elementId, text, by, at }) => {
          const found = element(elementId)
          return (
            <li key={`${id} ${by.id}`} className="py-2">
              {found ? (
                <Link {...elementLink(assessmentId, found)} className="link">
                  <ContentText>{text}</ContentText>
                </Link>
              ) : (
                <ContentText>{text}</ContentText>
              )}
              <span className="block text-13 text-muted-foreground">
                <UserName of={by} />, {formatDate(at)}
              </span>
            </li>
          )
        })}
      </ul>
    </Disclosure>
  )
}

interface AskedOrProps {
  assessmentId: number
  children: ReactNode
}

/** For the owner: what became of the last request. The children ask again. */
export function AskedOr({ assessmentId, children }: AskedOrProps) {
  const { data } = useQuery({
    ...api.approvals.list.query({ params: { id: assessmentId } }),
    staleTime: 0,
  })
  const [last] = data?.requests ?? []
  if (!data) return null
  if (!last || last.state === 'approved') return children
  const name = isolated(last.approver.name)
  if (last.state === 'asked')
    return (
      <BrandPanel
        overline="Approval requested"
        title={`Waiting for ${name}`}
        text={`Approval was requested on ${formatDate(last.asked_at)}. If an answer, a note, a file, the scope or the approver changes before ${name} decides, ask for approval again.`}
      />
    )
  return (
    <>
      {last.state === 'cleared' ? (
        <Alert>
          An answer, a note, a file, the scope or the approver changed after approval was requested.
          Ask for approval again.
        </Alert>
      ) : (
        <Alert variant="warning" title={`${name} didn’t approve this certification.`}>
          <bdi className="wrap-anywhere whitespace-pre-line">{last.reason}</bdi>
        </Alert>
      )}
      {children}
    </>
  )
}
