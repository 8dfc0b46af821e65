import type { ListedStatement } from 'contract/listed-statement'
import { Link } from '@tanstack/react-router'
import { plural } from 'rules/plural'
import { statementReference } from 'rules/reference'
import { ContentText } from '#ui/content-text.tsx'
import { shortTitleOf } from './outline/statement-status.ts'

export interface LinkedElement {
  id: number
  number: number
  is_complete: boolean
}

interface StatementLinksProps {
  statements: readonly ListedStatement[]
  elements: readonly LinkedElement[]
  assessmentId: number
  /** The open element, whose statements are shown without leaving the page. */
  open?: { elementId: number; onShow: (statementId: number) => void } | undefined
}

const MOST_LINKS = 10

/** The first of these statements, to go to them. */
export function StatementLinks(props: StatementLinksProps) {
  const { statements, elements, assessmentId, open } = props
  const { length } = statements
  return (
    <>
      <ul>
        {statements.slice(0, MOST_LINKS).map((statement) => {
          const element = elements.find(({ id }) => id === statement.element_id)
          if (!element) return null
          const title = (
            <ShortStatement
              statement={statement}
              reference={statementReference(statement, element)}
            />
          )
          return (
            <li key={statement.id}>
              {open?.elementId === element.id ? (
                <button
                  type="button"
                  onClick={() => open.onShow(statement.id)}
                  className="link min-h-8 text-start max-md:min-h-11"
                >
                  {title}
                </button>
              ) : (
                <Link
                  {...elementLink(assessmentId, element)}
                  hash={`statement-${statement.id}`}
                  className="link inline-flex min-h-8 items-center max-md:min-h-11"
                >
                  <span>{title}</span>
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      {length > MOST_LINKS && (
        <p>{plural(length - MOST_LINKS, { one: 'And # more.', other: 'And # more.' })}</p>
      )}
    </>
  )
}

interface ShortStatementProps {
  statement: ListedStatement
  reference: string
}

export function ShortStatement({ statement, reference }: ShortStatementProps) {
  return (
    <ContentText>
      {reference} {shortTitleOf(statement)}
    </ContentText>
  )
}

/** Where an element is answered, or edited once it is complete. */
export function elementLink(
  assessmentId: number,
  { id, is_complete }: Omit<LinkedElement, 'number'>,
) {
  return {
    to: is_complete ? ('/assessment/$id/edit' as const) : ('/assessment/$id' as const),
    params: { id: String(assessmentId) },
    search: { elementId: id },
  }
}
