import { useQuery } from '@tanstack/react-query'
import type { Quiz } from 'contract/assessments'
import type { Remark } from 'contract/rounds'
import { isSentBack } from 'rules/review-status'
import { evidenceOf, isEvidenceRequired } from 'rules/evidence'
import { ClipboardCheck } from 'lucide-react'
import { api } from '#core/api.ts'
import { plural } from 'rules/plural'
import { Alert } from '#ui/alert.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { Mark } from '#ui/marks.tsx'

export function AuditorRemark({ quiz, statementId }: { quiz: Quiz; statementId: number }) {
  const { data } = useQuery(api.submissions.get.query({ params: { id: quiz.assessment.id } }))
  const [round] = data?.rounds ?? []
  const found = round?.remarks.find((each) => each.statement_id === statementId)
  if (!round || !found || !isSentBack(round.status)) return null
  return (
    <section
      aria-labelledby="remark"
      className="mb-6 rounded-lg border border-warning bg-warning-tint p-4 text-15"
    >
      <h2 id="remark" className="flex items-center gap-2 text-16 font-semibold">
        <ClipboardCheck className="size-4.5 shrink-0 stroke-[1.75]" />
        {round.reviewer ?? 'The auditor'} says
      </h2>
      <RemarkText {...found} />
    </section>
  )
}

function RemarkText({ remark, certified, declared }: Remark) {
  return (
    <>
      {remark !== null && (
        <p dir="auto" translate="no" className="mt-2 wrap-anywhere">
          {remark}
        </p>
      )}
      {certified !== declared && (
        <p className="mt-2 flex items-center gap-2 font-medium [--mark-surface:var(--warning-tint)]">
          <Mark kind="certified" size={5} />
          <span>
            {certified === null ? 'Does not apply' : <ContentText>{certified}</ContentText>},{' '}
            declared {declared === null ? 'does not apply' : <ContentText>{declared}</ContentText>}
          </span>
        </p>
      )}
    </>
  )
}

interface EvidenceRequirementProps {
  quiz: Quiz
  statement: Quiz['statements'][number]
  current: number | null
  mayAttach: boolean
}

export function EvidenceRequirement(props: EvidenceRequirementProps) {
  const { quiz, statement, current, mayAttach } = props
  const { statement_responses: responses } = statement
  if (!isEvidenceRequired(responses, current)) return null
  const { length: count } = evidenceOf(quiz.attachments, statement.id)
  const label = responses.find(({ id }) => id === current)?.label
  const attach = document.getElementById('attach')
  if (count > 0)
    return (
      <Alert isLive className="mb-6">
        <Sentence titles={[label ?? '']}>
          {plural(count, {
            one: `# file is attached as evidence for “${label}”.`,
            other: `# files are attached as evidence for “${label}”.`,
          })}
        </Sentence>
      </Alert>
    )
  return (
    <Alert
      isLive
      variant="warning"
      title="Evidence is missing."
      className="mb-6"
      action={
        attach && (
          <Button variant="outline" size="sm" onClick={() => attach.click()}>
            Attach evidence
          </Button>
        )
      }
    >
      “<ContentText>{label}</ContentText>” requires evidence
      {mayAttach
        ? '. Attach a file before the assessment is submitted.'
        : ', but no file is available.'}
    </Alert>
  )
}
