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
  const isNote = missing.some(({ note_ids: ids }) => ids.length > 0)
  const open = missing.filter(
    ({ statement_ids: answers, evidence_ids: evidence, note_ids: notes }) =>
      answers.length > 0 || evidence.length + notes.length === 0,
  )
  const steps = [
    open.length > 0 &&
      plural(open.length, { one: 'complete this element', other: 'complete these elements' }),
    isEvidence && 'attach the evidence',
    isNote && 'write the notes',
  ].filter((step) => step !== false)
  const text = formatList(steps) + (isEvidence || isNote ? ' that your answers require.' : '.')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function hashOf({
  statement_ids: answers,
  evidence_ids: evidence,
  note_ids: notes,
}: MissingElement) {
  const first = answers[0] ?? evidence[0] ?? notes[0]
  return first === undefined ? {} : { hash: `statement-${first}` }
}

function missingLabel(missing: MissingElement) {
  const { statement_ids: answers, evidence_ids: evidence, note_ids: notes } = missing
  const parts = [
    answers.length > 0 &&
      plural(answers.length, { one: '# answer missing', other: '# answers missing' }),
    evidence.length > 0 &&
      plural(evidence.length, { one: '# file missing', other: '# files missing' }),
    notes.length > 0 && plural(notes.length, { one: '# note missing', other: '# notes missing' }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'Not complete' : formatList(parts)
}
