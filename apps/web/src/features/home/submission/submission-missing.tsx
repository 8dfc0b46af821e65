import { OwnText } from '#ui/own-text.tsx'
import { referenceOf } from 'rules/reference'
import { ContentText, useContentDirection } from '#ui/content-text.tsx'
import { Link } from '@tanstack/react-router'
import type { MissingElement } from 'contract/submissions'
import { ChevronRight } from 'lucide-react'
import { formatList, plural } from 'rules/plural'

interface SubmissionMissingProps {
  missing: MissingElement[]
  assessmentId: number
}

export function SubmissionMissing({ missing, assessmentId }: SubmissionMissingProps) {
  return (
    <section aria-labelledby="missing" className="rounded-lg border bg-card">
      <header className="px-4 pt-4 pb-3">
        <h2 id="missing" className="text-18 font-semibold">
          Before you submit
        </h2>
        <p className="text-15 text-muted-foreground">{requirement(missing)}</p>
      </header>
      <ul dir={useContentDirection()} className="divide-y border-t">
        {missing.map((element) => (
          <li key={element.id}>
            <Link
              to="/assessment/$id"
              params={{ id: String(assessmentId) }}
              search={{ elementId: element.id }}
              {...hashOf(element)}
              className="flex min-h-12 items-center gap-3 px-4 py-2 text-15 -outline-offset-2! hover:bg-muted"
            >
              <span className="min-w-0 flex-1">
                <bdi translate="no" className="text-muted-foreground">
                  {referenceOf(element)}
                </bdi>{' '}
                <ContentText className="font-medium wrap-anywhere">{element.title}</ContentText>
              </span>
              <OwnText className="text-end text-14 text-muted-foreground">
                {missingLabel(element)}
              </OwnText>
              <ChevronRight className="size-4.5 shrink-0 stroke-[1.75] text-muted-foreground rtl:rotate-180" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function requirement(missing: readonly MissingElement[]) {
  const isEvidence = missing.some(({ evidence_ids: ids }) => ids.length > 0)
  const open = missing.filter(
    ({ statement_ids: answers, evidence_ids: evidence }) =>
      answers.length > 0 || evidence.length === 0,
  )
  if (open.length === 0) return 'Attach the evidence that your answers require.'
  return isEvidence
    ? plural(open.length, {
        one: 'Complete this element and attach the evidence that your answers require.',
        other: 'Complete these elements and attach the evidence that your answers require.',
      })
    : plural(open.length, { one: 'Complete this element.', other: 'Complete these elements.' })
}

function hashOf({ statement_ids: [statement], evidence_ids: [evidence] }: MissingElement) {
  const first = statement ?? evidence
  return first === undefined ? {} : { hash: `statement-${first}` }
}

function missingLabel({ statement_ids: answers, evidence_ids: evidence }: MissingElement) {
  const parts = [
    answers.length > 0 &&
      plural(answers.length, { one: '# answer missing', other: '# answers missing' }),
    evidence.length > 0 &&
      plural(evidence.length, { one: '# file missing', other: '# files missing' }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'Not complete' : formatList(parts)
}
