import type { ReviewElement, ReviewStatement } from 'contract/reviews'
import { Check, History, Pencil } from 'lucide-react'

interface ReviewOutlineProps {
  elements: readonly ReviewElement[]
  current: number
  onGo: (statement: number) => void
}

export function ReviewOutline({ elements, current, onGo }: ReviewOutlineProps) {
  return (
    <nav aria-label="Elements">
      <ol className="flex flex-col gap-1">
        {elements.map((element) => {
          const { id, title, statements } = element
          const done = statements.filter(({ reviewed }) => reviewed).length
          const isOpen = statements.some((one) => one.id === current)
          const first = statements.find(({ reviewed }) => !reviewed) ?? statements[0]
          return (
            <li key={id}>
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => first && onGo(first.id)}
                className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1 text-left text-14 text-subtle-foreground hover:bg-muted hover:text-foreground aria-expanded:font-semibold aria-expanded:text-foreground"
              >
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {element.number} {title}
                </span>
                <span className="font-normal text-muted-foreground tabular-nums">
                  {done}/{statements.length}
                  <span className="sr-only"> reviewed</span>
                </span>
              </button>
              {isOpen && <Statements {...{ statements, current, onGo }} />}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

interface StatementsProps extends Omit<ReviewOutlineProps, 'elements'> {
  statements: readonly ReviewStatement[]
}

function Statements({ statements, current, onGo }: StatementsProps) {
  return (
    <ol className="mt-1 mb-2 ml-3 border-l-2 border-track">
      {statements.map((statement) => (
        <li key={statement.id} className="-ml-0.5">
          <button
            type="button"
            aria-current={statement.id === current ? 'true' : undefined}
            onClick={() => onGo(statement.id)}
            title={statement.text}
            className="flex min-h-9 w-full items-center gap-2 rounded-r-md border-l-3 border-transparent py-1.5 pr-2 pl-3 text-left text-13 text-subtle-foreground hover:bg-muted aria-[current=true]:border-primary-ui aria-[current=true]:bg-primary-tint aria-[current=true]:font-semibold aria-[current=true]:text-foreground max-lg:min-h-11"
          >
            <span className="line-clamp-1 min-w-0 flex-1 in-aria-[current=true]:line-clamp-2">
              {statement.number} {statement.text}
            </span>
            {statement.changed && (
              <History
                aria-label={`Changed since round ${statement.changed.round}`}
                className="size-4 shrink-0 stroke-[1.75] text-warning-ink"
              />
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
