import { ArrowLeft, ArrowRight, Check, ListChecks, Undo2 } from 'lucide-react'
import { formatNumber } from 'rules/plural'
import { Button } from '#ui/button.tsx'
import { KeyCap } from '#ui/shortcut-list.tsx'
import { ProgressSteps } from '#ui/progress.tsx'
import {
  answeredText,
  progressPercent,
  sameText,
} from '#features/assessments/answering/progress.ts'
import type { Answer } from '#features/assessments/answering/answers.ts'
import type { StatementStatus } from '#features/assessments/outline/statement-status.ts'
import type { Steps } from './use-steps.ts'

interface StepBarProps {
  index: number
  statuses: readonly StatementStatus[]
  answers: readonly Answer[]
  steps: Steps
  /** Absent if there is nothing to undo. */
  onUndo?: (() => void) | undefined
}

export function StepBar(props: StepBarProps) {
  const { index, statuses, answers, steps } = props
  const { isChecking } = steps
  const { length: total } = statuses
  const position = `Statement ${formatNumber(index + 1)} of ${formatNumber(total)}`
  return (
    <footer
      data-sticky="bottom"
      className="sticky bottom-0 z-20 grid grid-cols-[auto_1fr_auto] items-center gap-4 border-t bg-card px-4 pt-3.5 pb-[calc(0.875rem+env(safe-area-inset-bottom))] md:grid-cols-[1fr_minmax(0,20rem)_1fr] md:px-6 md:short:pt-2 md:short:pb-2 lg:grid-cols-[1fr_minmax(0,24rem)_1fr]"
    >
      <div className="flex items-center gap-2 justify-self-start">
        <Button
          variant="outline"
          size="lg"
          icon={<ArrowLeft />}
          aria-disabled={(index === 0 && !isChecking) || undefined}
          onClick={steps.previous}
        >
          <span className="max-md:sr-only">Previous</span>
        </Button>
        {props.onUndo && (
          <Button variant="ghost" size="lg" icon={<Undo2 />} onClick={props.onUndo}>
            <span className="max-xl:sr-only">Undo</span>
          </Button>
        )}
      </div>
      <div className="min-w-0 text-center">
        <p className="text-13 tabular-nums max-md:text-12">
          {isChecking ? (
            <span className="max-md:sr-only">{sameText(answers)}</span>
          ) : (
            <>
              {position}
              <span className="max-md:sr-only">
                , position {progressPercent(index + 1, total)}%
              </span>
              <span className="block font-medium md:inline md:before:content-['_·_']">
                {answeredText(answers)}
              </span>
            </>
          )}
        </p>
        <div aria-hidden="true" className="mt-1.5">
          <ProgressSteps
            label=""
            count={total}
            done={(step) => statuses[step] === 'answered'}
            skipped={(step) => statuses[step] === 'skipped'}
            current={isChecking ? undefined : index}
          />
        </div>
      </div>
      <div className="flex items-center gap-2 justify-self-end whitespace-nowrap">
        <MainButton {...props} />
        <span aria-hidden="true" className="max-xl:hidden">
          <KeyCap>Enter</KeyCap>
        </span>
      </div>
    </footer>
  )
}

function MainButton({ index, statuses, steps }: StepBarProps) {
  if (steps.isChecking) {
    return (
      <Button
        size="lg"
        icon={<Check />}
        isLoading={steps.completion.isCompleting}
        onClick={steps.completion.complete}
      >
        <span>
          Complete<span className="max-sm:sr-only"> element</span>
        </span>
      </Button>
    )
  }
  if (steps.isChanging || index === statuses.length - 1) {
    return (
      <Button size="lg" icon={<ListChecks />} onClick={steps.next}>
        <span>
          Check<span className="max-md:sr-only"> your answers</span>
        </span>
      </Button>
    )
  }
  return (
    <Button size="lg" iconEnd={<ArrowRight />} onClick={steps.next}>
      <span>
        Next<span className="max-md:sr-only"> statement</span>
      </span>
    </Button>
  )
}
