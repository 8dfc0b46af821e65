import { Link } from '@tanstack/react-router'
import type { MissingElement } from 'contract/submissions'
import { ChevronRight } from 'lucide-react'

interface SubmissionMissingProps {
  missing: MissingElement[]
  assessmentId: number
}

export function SubmissionMissing({ missing, assessmentId }: SubmissionMissingProps) {
  return (
    <section aria-labelledby="missing" className="rounded-lg border bg-card">
      <header className="px-4 pt-4 pb-3">
        <h2 id="missing" className="text-18 font-semibold">
          Missing before it can be submitted
        </h2>
        <p className="text-15 text-muted-foreground">
          An auditor reviews it once {conditions(missing)}.
        </p>
      </header>
      <ul className="divide-y border-t">
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
                <span className="text-muted-foreground">{element.number} </span>
                <span className="font-medium">{element.title}</span>
              </span>
              <span className="text-right text-14 text-muted-foreground">{words(element)}</span>
              <ChevronRight
                aria-hidden="true"
                className="size-4.5 shrink-0 stroke-[1.75] text-muted-foreground"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function conditions(missing: readonly MissingElement[]) {
  const isEvidence = missing.some(({ evidence_ids: ids }) => ids.length > 0)
  const open = missing.filter(
    ({ statement_ids: answers, evidence_ids: evidence }) =>
      answers.length > 0 || evidence.length === 0,
  )
  const elements = open.length === 1 ? 'this element is complete' : 'these elements are complete'
  return [
    ...(open.length > 0 ? [elements] : []),
    ...(isEvidence ? ['the evidence that your answers ask for is attached'] : []),
  ].join(' and ')
}

function hashOf({ statement_ids: [statement], evidence_ids: [evidence] }: MissingElement) {
  const first = statement ?? evidence
  return first === undefined ? {} : { hash: `statement-${first}` }
}

function words({ statement_ids: answers, evidence_ids: evidence }: MissingElement) {
  const parts = [
    ...(answers.length > 0 ? [count(answers.length, 'answer missing', 'answers missing')] : []),
    ...(evidence.length > 0
      ? [`evidence missing for ${count(evidence.length, 'answer', 'answers')}`]
      : []),
  ].join(', ')
  return parts === '' ? 'To be completed' : parts.charAt(0).toUpperCase() + parts.slice(1)
}

function count(number: number, one: string, many: string) {
  return `${number} ${number === 1 ? one : many}`
}
