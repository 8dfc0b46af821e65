import { Link } from '@tanstack/react-router'
import type { Overview } from 'contract/assessments'
import { CircleQuestionMark } from 'lucide-react'
import { Suspense } from 'react'
import { plural } from 'rules/plural'
import { statementReference } from 'rules/reference'
import { MarkdownText } from '#support/markdown.tsx'
import { ShortStatement, elementLink } from '#features/assessments/statement-links.tsx'
import { UserName } from '#features/assessments/user-name.tsx'

/** The open questions of colleagues, each of which leads to its statement. */
export function AskedOfYou({ overview }: { overview: Overview }) {
  const { asked, elements, assessment } = overview
  if (asked.length === 0 || assessment === null) return null
  return (
    <section
      aria-label="Questions for you"
      className="flex gap-2.5 rounded-lg border border-primary-ui bg-primary-tint px-4 py-3"
    >
      <CircleQuestionMark aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h2 className="font-medium">
          {plural(asked.length, {
            one: '# question is waiting for you.',
            other: '# questions are waiting for you.',
          })}
        </h2>
        <ul className="mt-1 divide-y">
          {asked.map(({ id, asked_by, text, statement }) => {
            const element = elements.find((one) => one.id === statement.element_id)
            return (
              element && (
                <li key={id} className="py-2 first:pt-0 last:pb-0">
                  <Link
                    {...elementLink(assessment.id, element)}
                    hash={`statement-${statement.id}`}
                    className="link inline-flex min-h-8 items-center max-md:min-h-11"
                  >
                    <ShortStatement
                      statement={statement}
                      reference={statementReference(statement, element)}
                    />
                  </Link>
                  <div
                    translate="no"
                    className="line-clamp-3 text-14 text-subtle-foreground [&_:is(p,ul,ol,li)]:inline"
                  >
                    <UserName of={asked_by} />:{' '}
                    <Suspense fallback={<span>{text}</span>}>
                      <MarkdownText text={text} />
                    </Suspense>
                  </div>
                </li>
              )
            )
          })}
        </ul>
      </div>
    </section>
  )
}
