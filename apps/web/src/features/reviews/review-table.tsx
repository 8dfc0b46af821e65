import type { Review, ReviewStatement } from 'contract/reviews'
import { useRef, useState } from 'react'
import type { PlayerAction } from '#features/assessment/player-keys.ts'
import { usePlayerKeys } from '#features/assessment/use-player-keys.ts'
import { Outcome } from './outcome.tsx'
import { ReviewOutline } from './review-outline.tsx'
import { statementsOf } from './review-words.ts'
import { StatementContext } from './statement-context.tsx'
import { StatementReview, type StatementReviewHandle } from './statement-review.tsx'

interface ReviewTableProps {
  review: Review
  /** The statement that the address names. */
  chosen: number | undefined
  onChoose: (statement: number) => void
}

/** All statements at the side, one of them at a time in the middle, what belongs to it beside it. */
export function ReviewTable({ review, chosen, onChoose }: ReviewTableProps) {
  const statements = statementsOf(review)
  const [first] = useState(() => statements.find(({ reviewed }) => !reviewed)?.id)
  const [hasStepped, setStepped] = useState(false)
  const panel = useRef<StatementReviewHandle>(null)
  const index = Math.max(
    statements.findIndex(({ id }) => id === (chosen ?? first)),
    0,
  )
  const statement = statements[index]
  const element = review.elements.find((one) => statement && one.statements.includes(statement))

  async function go(to: number) {
    const next = statements[to]
    if (!next || (await panel.current?.leave()) === false) return
    setStepped(true)
    onChoose(next.id)
  }

  async function decide() {
    if ((await panel.current?.leave()) !== false) document.getElementById('decision')?.focus()
  }

  usePlayerKeys((action: PlayerAction) => {
    switch (action.kind) {
      case 'next':
        return void go(index + 1)
      case 'previous':
        return void go(index - 1)
      case 'note':
        return document.getElementById('remark')?.focus()
      default:
        return panel.current?.act(action)
    }
  })

  if (!statement || !element) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,1fr)_16rem]">
      <div className="max-lg:order-last">
        <Outcome review={review} onNextChanged={() => void go(nextChanged(statements, index))} />
        <ReviewOutline
          elements={review.elements}
          current={statement.id}
          onGo={(id) => void go(statements.findIndex((one) => one.id === id))}
        />
      </div>
      <StatementReview
        key={statement.id}
        ref={panel}
        review={review}
        element={element}
        statement={statement}
        index={index}
        hasStepped={hasStepped}
        onGo={(to) => void go(to)}
        onDecide={() => void decide()}
      />
      <StatementContext review={review} statement={statement} className="lg:max-xl:col-start-2" />
    </div>
  )
}

/** After the last one the first comes again. */
function nextChanged(statements: readonly ReviewStatement[], index: number) {
  const next = statements.findIndex(({ changed }, place) => changed !== null && place > index)
  return next === -1 ? statements.findIndex(({ changed }) => changed !== null) : next
}
