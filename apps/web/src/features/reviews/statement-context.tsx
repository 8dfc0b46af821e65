import type { Review, ReviewStatement } from 'contract/reviews'
import type { ReactNode } from 'react'
import { Mark } from '#ui/marks.tsx'
import { SubmittedFiles } from './submitted-files.tsx'
import { REVIEW_WORDS, isHandedIn } from './review-words.ts'

interface StatementContextProps {
  review: Review
  statement: ReviewStatement
  className?: string
}

/** What the respondent wrote, and what was said of the statement before. */
export function StatementContext({ review, statement, className }: StatementContextProps) {
  const { note, last_certified: last } = statement
  const remarks = review.earlier.flatMap((round) =>
    round.remarks
      .filter(({ statement_id: id }) => id === statement.id)
      .map((remark) => ({ ...remark, round })),
  )
  return (
    <aside aria-label="About this statement" className={className}>
      <div className="space-y-5 text-14 xl:sticky xl:top-6">
        <Part title="Certified before">
          {last ? (
            <>
              <p className="flex items-center gap-2">
                <Mark kind="certified" />
                <span>
                  <strong className="font-semibold">{last.label ?? 'Does not apply'}</strong> in{' '}
                  {last.year}
                </span>
              </p>
              {last.is_revoked && (
                <p className="text-destructive-ink">That certificate was revoked.</p>
              )}
              <Quote>{last.remark}</Quote>
            </>
          ) : (
            <p className="text-muted-foreground">Not in an earlier year.</p>
          )}
        </Part>
        {remarks.map(({ round, remark, certified }) => (
          <Part
            key={round.round}
            title={`Round ${round.round}, ${REVIEW_WORDS[round.status].toLowerCase()}`}
          >
            <p>{certified ?? 'Does not apply'}</p>
            <Quote>{remark}</Quote>
          </Part>
        ))}
        <Part title="Note of the respondent">
          {note ? (
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {note}
            </p>
          ) : (
            <p className="text-muted-foreground">
              {isHandedIn(review)
                ? 'No note was written.'
                : 'Notes are shown while an assessment is submitted.'}
            </p>
          )}
        </Part>
        <Part title="Attachments">
          <SubmittedFiles review={review} statement={statement} />
        </Part>
      </div>
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="max-xl:border-t max-xl:pt-4">
      <h3 className="mb-1.5 text-15 font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Quote({ children }: { children: string | null }) {
  if (children === null) return null
  return (
    <blockquote
      dir="auto"
      className="mt-1 border-l-2 pl-3 whitespace-pre-line wrap-anywhere text-subtle-foreground"
    >
      {children}
    </blockquote>
  )
}
