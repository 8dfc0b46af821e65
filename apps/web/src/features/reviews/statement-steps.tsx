import type { Review } from 'contract/reviews'
import { ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { statementsOf } from './review-labels.ts'

interface StatementStepsProps {
  review: Review
  index: number
  isOpen: boolean
  onGo: (index: number) => void
  onDecide: () => void
}

export function StatementSteps({ review, index, isOpen, onGo, onDecide }: StatementStepsProps) {
  const statements = statementsOf(review)
  const total = statements.length
  const left = statements.findIndex(({ reviewed }, place) => !reviewed && place !== index)
  const isEnd = isOpen && index === total - 1
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <Button
        variant="outline"
        icon={<ArrowLeft aria-hidden="true" />}
        aria-disabled={index === 0 || undefined}
        onClick={() => onGo(index - 1)}
      >
        Previous
      </Button>
      <p className="text-13 text-muted-foreground tabular-nums max-sm:order-first max-sm:basis-full">
        Statement {index + 1} of {total}
      </p>
      {!isEnd && (
        <Button
          iconEnd={<ArrowRight aria-hidden="true" />}
          aria-disabled={index === total - 1 || undefined}
          onClick={() => onGo(index + 1)}
        >
          Next statement
        </Button>
      )}
      {isEnd && left !== -1 && (
        <Button iconEnd={<ArrowUp aria-hidden="true" />} onClick={() => onGo(left)}>
          First unreviewed statement
        </Button>
      )}
      {isEnd && left === -1 && (
        <Button iconEnd={<ArrowUp aria-hidden="true" />} onClick={onDecide}>
          Go to decision
        </Button>
      )}
    </div>
  )
}
