import type { Statement } from 'contract/assessments'
import { Mark } from '#ui/marks.tsx'
import { choiceId } from './answer-choice.tsx'
import type { Column } from './grid-focus.ts'

interface AnswerHeadsProps {
  statement: Statement
  now: number | null
}

/** The two questions. Each names a radio group, whose radios lie below, one in every row. */
export function AnswerHeads({ statement, now }: AnswerHeadsProps) {
  const ids = statement.statement_responses.map(({ id }) => id)
  return (
    <div className="grid grid-cols-[2.125rem_minmax(0,1fr)_3rem_3rem] items-center gap-x-2 bg-background py-2.5 pr-2 pl-4 max-md:sticky max-md:top-16 max-md:z-10 max-md:border-b md:grid-cols-[2.125rem_minmax(0,1fr)_6.5rem_6.5rem] md:gap-x-3.5 md:pr-2 md:pl-3">
      <span aria-hidden="true" className="col-start-2 text-15 text-subtle-foreground">
        <span className="max-md:hidden">Response level</span>
        <span className="md:hidden">Level</span>
      </span>
      <Head
        column="current"
        question="Where are we now?"
        short="Now"
        owns={ids.map((id) => choiceId(id, 'current'))}
      />
      <Head
        column="future"
        question="Where do we want to be?"
        short="Future"
        owns={ids.slice(now ?? 0).map((id) => choiceId(id, 'future'))}
      />
    </div>
  )
}

interface HeadProps {
  column: Column
  question: string
  short: string
  owns: string[]
}

function Head({ column, question, short, owns }: HeadProps) {
  const ink = column === 'current' ? 'text-state-current-ink' : 'text-state-future-ink'
  return (
    <div className={`flex flex-col items-center gap-1 text-center text-14 font-semibold ${ink}`}>
      <Mark kind={column} className="[--mark-surface:var(--background)]" />
      <span id={`question-${column}`} className="leading-tight text-balance max-md:sr-only">
        {question}
      </span>
      <span aria-hidden="true" className="md:hidden">
        {short}
      </span>
      <div
        role="radiogroup"
        aria-labelledby={`question-${column}`}
        aria-describedby="statement"
        aria-owns={owns.join(' ')}
      />
    </div>
  )
}
