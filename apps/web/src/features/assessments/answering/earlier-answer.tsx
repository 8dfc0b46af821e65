import type { Quiz } from 'contract/assessments'
import type { Statement } from 'contract/listed-statement'
import { ContentText } from '#ui/content-text.tsx'

export interface EarlierAnswer {
  year: number
  /** The response in this year's edition, if it still has it. */
  responseId: number | null
  label: string | null
}

export function earlierAnswer(
  earlier: Quiz['earlier'] | undefined,
  { id }: Statement,
): EarlierAnswer | undefined {
  const found = earlier?.answers.find((answer) => answer.statement_id === id)
  return earlier && found
    ? { year: earlier.year, responseId: found.response_id, label: found.label }
    : undefined
}

/** For an answer that no response of this year's edition shows. */
export function EarlierLine({ earlier }: { earlier: EarlierAnswer | undefined }) {
  if (!earlier || earlier.responseId !== null) return null
  const { year, label } = earlier
  return (
    <p dir="ltr" className="mb-2 text-14 text-muted-foreground max-md:px-(--gutter)">
      Our answer in {year}: {label === null ? 'does not apply' : <ContentText>{label}</ContentText>}
    </p>
  )
}

/** What was planned about a statement in the earlier year, and what became of it. */
export function EarlierPlan({
  earlier,
  statement,
}: {
  earlier: Quiz['earlier'] | undefined
  statement: Statement
}) {
  const planned = earlier?.planned.filter((one) => one.statement_id === statement.id) ?? []
  if (!earlier || planned.length === 0) return null
  return (
    <div dir="ltr" className="mb-2 text-14 text-muted-foreground max-md:px-(--gutter)">
      <p>Planned in {earlier.year}:</p>
      <ul className="list-disc ps-5">
        {planned.map(({ id, title, status }) => (
          <li key={id} className="wrap-anywhere">
            <ContentText>{title}</ContentText>{' '}
            <span className="font-medium whitespace-nowrap">({BECAME[status]})</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const BECAME = { open: 'open', in_progress: 'in progress', done: 'done', dropped: 'dropped' }
