import { Link } from '@tanstack/react-router'
import { formatNumber, plural } from 'rules/plural'
import { statementReference } from 'rules/reference'
import { elementNames } from 'rules/element-names'
import { ContentText, useContentDirection, useContentText } from '#ui/content-text.tsx'
import { type OutlinedStatement, useOutline } from './live-outline.ts'
import { passes, type StatementFilter } from './statement-filter.tsx'
import { elementLink } from '#features/assessments/statement-links.tsx'
import { useChanges } from '#features/assessments/presence/use-changes.ts'
import { shortTitleOf } from './statement-status.ts'
import type { Player } from '#features/assessments/player/use-player.ts'

interface FilteredStatementsProps {
  player: Player
  filter: StatementFilter
  onGo: (index: number) => void
}

const MOST_LISTED = 200

/** The statements of all elements that pass the filter. */
export function FilteredStatements({ player, filter, onGo }: FilteredStatementsProps) {
  const { statements, isPending, isError } = useOutline(player.quiz.assessment.id, player)
  const { isChanged } = useChanges(player.quiz)
  const found = statements.filter((statement) => passes(statement, filter, isChanged))
  const shown = Map.groupBy(found.slice(0, MOST_LISTED), ({ element_id }) => element_id)
  const { quiz } = player
  const nameOf = elementNames(quiz.elements)
  return (
    <>
      <p role="status" className="mb-2 px-2 text-14 text-muted-foreground">
        {isError
          ? 'The list could not be loaded. Check your connection, then reload the page.'
          : isPending
            ? 'Loading'
            : countText(found.length)}
      </p>
      <div dir={useContentDirection()}>
        {quiz.elements.map((element) => {
          const own = shown.get(element.id)
          if (!own) return null
          const isOpen = element.id === quiz.element.id
          return (
            <div key={element.id} className="mb-3">
              <p className="px-2 py-1 text-13 font-semibold wrap-anywhere text-muted-foreground">
                <ContentText>{nameOf(element)}</ContentText>
              </p>
              <ul>
                {own.map((statement) => (
                  <li key={statement.id}>
                    {isOpen ? (
                      <button
                        type="button"
                        aria-current={statement.id === player.statement.id ? 'true' : undefined}
                        onClick={() =>
                          onGo(quiz.statements.findIndex(({ id }) => id === statement.id))
                        }
                        className={LOOK}
                      >
                        <Label statement={statement} number={element.number} />
                      </button>
                    ) : (
                      <Link
                        {...elementLink(quiz.assessment.id, element)}
                        hash={`statement-${statement.id}`}
                        className={LOOK}
                      >
                        <Label statement={statement} number={element.number} />
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </div>
    </>
  )
}

const LOOK =
  'flex min-h-9 w-full items-center rounded-md px-2 py-1 text-start text-13 text-subtle-foreground hover:bg-muted aria-[current=true]:bg-primary-tint aria-[current=true]:font-semibold aria-[current=true]:text-foreground max-lg:min-h-11'

function Label({ statement, number }: { statement: OutlinedStatement; number: number }) {
  return (
    <span {...useContentText()} className="line-clamp-2 wrap-anywhere">
      <bdi translate="no" className="font-normal text-muted-foreground">
        {statementReference(statement, { number })}
      </bdi>{' '}
      {shortTitleOf(statement)}
    </span>
  )
}

function countText(count: number) {
  if (count === 0) return 'No statements.'
  const all = plural(count, { one: '# statement.', other: '# statements.' })
  return count > MOST_LISTED ? `${all} Showing the first ${formatNumber(MOST_LISTED)}.` : all
}
