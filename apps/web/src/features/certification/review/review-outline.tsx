import { GroupedList } from '#features/assessments/grouped-list.tsx'
import { formatNumber } from 'rules/plural'
import { referenceOf } from 'rules/reference'
import { OwnText } from '#ui/own-text.tsx'
import { ContentText, useContentText } from '#ui/content-text.tsx'
import type { ReviewElement, ReviewStatement } from 'contract/reviews'
import { Check, Flag, History, Pencil } from 'lucide-react'

interface ReviewOutlineProps {
  elements: readonly ReviewElement[]
  current: number
  onGo: (statement: number) => void
}

export function ReviewOutline({ elements, current, onGo }: ReviewOutlineProps) {
  return (
    <nav aria-label="Elements">
      <GroupedList
        elements={elements}
        openId={elements.find((one) => isIn(one, current))?.id}
        aside={reviewedText}
        looks={{
          list: 'flex flex-col gap-1 not-last:mb-2',
          head: 'mt-3 mb-1 px-2 text-13 font-semibold wrap-anywhere text-muted-foreground first:mt-0',
        }}
      >
        {(element) => {
          const { title, statements } = element
          const done = statements.filter(({ reviewed }) => reviewed).length
          const isOpen = isIn(element, current)
          const first = statements.find(({ reviewed }) => !reviewed) ?? statements[0]
          return (
            <>
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => first && onGo(first.id)}
                className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1 text-start text-14 text-subtle-foreground hover:bg-muted hover:text-foreground aria-expanded:font-semibold aria-expanded:text-foreground"
              >
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <bdi translate="no" className="font-normal text-muted-foreground">
                    {referenceOf(element)}
                  </bdi>{' '}
                  <ContentText>{title}</ContentText>
                </span>
                <OwnText className="font-normal text-muted-foreground tabular-nums">
                  {done}/{statements.length}
                  <span className="sr-only"> reviewed</span>
                </OwnText>
              </button>
              {isOpen && <Statements {...{ statements, current, onGo }} />}
            </>
          )
        }}
      </GroupedList>
    </nav>
  )
}

function isIn({ statements }: ReviewElement, statement: number) {
  return statements.some(({ id }) => id === statement)
}

function reviewedText(elements: readonly ReviewElement[]) {
  const statements = elements.flatMap((element) => element.statements)
  const done = statements.filter(({ reviewed }) => reviewed).length
  return `${formatNumber(done)}/${formatNumber(statements.length)}`
}

interface StatementsProps extends Omit<ReviewOutlineProps, 'elements'> {
  statements: readonly ReviewStatement[]
}

function Statements({ statements, current, onGo }: StatementsProps) {
  const content = useContentText()
  return (
    <ol className="ms-3 mt-1 mb-2 border-s-2 border-track">
      {statements.map((statement) => (
        <li key={statement.id} className="-ms-0.5">
          <button
            type="button"
            aria-current={statement.id === current ? 'true' : undefined}
            onClick={() => onGo(statement.id)}
            title={statement.text}
            className="flex min-h-9 w-full items-center gap-2 rounded-e-md border-s-3 border-transparent py-1.5 ps-3 pe-2 text-start text-13 text-subtle-foreground hover:bg-muted aria-[current=true]:border-primary-ui aria-[current=true]:bg-primary-tint aria-[current=true]:font-semibold aria-[current=true]:text-foreground max-lg:min-h-11"
          >
            <span
              {...content}
              className="line-clamp-1 min-w-0 flex-1 in-aria-[current=true]:line-clamp-2"
            >
              <bdi translate="no" className="font-normal text-muted-foreground">
                {referenceOf(statement)}
              </bdi>{' '}
              {statement.text}
            </span>
            {statement.changed && (
              <History
                aria-label={`Changed since round ${statement.changed.round}`}
                className="size-4 shrink-0 stroke-[1.75] text-warning-ink"
              />
            )}
            {statement.is_flagged && (
              <Flag aria-label="Flagged" className="size-4 shrink-0 fill-current stroke-[1.75]" />
            )}
            <ReviewMark statement={statement} />
          </button>
        </li>
      ))}
    </ol>
  )
}

function ReviewMark({ statement: { current, reviewed } }: { statement: ReviewStatement }) {
  if (!reviewed) return null
  const isAsDeclared = reviewed.statement_response_id === current
  const Icon = isAsDeclared ? Check : Pencil
  return (
    <Icon
      aria-label={isAsDeclared ? 'As declared' : 'Differs from the declared response'}
      className="size-4 shrink-0 stroke-[1.75]"
    />
  )
}
