import { Link } from '@tanstack/react-router'
import type { Quiz } from 'contract/assessments'
import { ArrowLeft, ArrowRight, Check, ListChecks, Undo2 } from 'lucide-react'
import { formatNumber } from 'rules/plural'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { KeyCap } from '#ui/shortcut-list.tsx'
import { ProgressSteps } from '#ui/progress.tsx'
import {
  answeredText,
  progressPercent,
  sameText,
} from '#features/assessments/answering/progress.ts'
import type { Answer } from '#features/assessments/answering/answers.ts'
import type { StatementStatus } from '#features/assessments/outline/statement-status.ts'
import { elementsCompleteText } from '#features/assessments/element-groups.ts'
import { useOverviewSearch } from '#features/assessments/player/use-overview-search.ts'
import type { Steps } from './use-steps.ts'

interface StepBarProps {
  quiz: Quiz
  index: number
  statuses: readonly StatementStatus[]
  answers: readonly Answer[]
  steps: Steps
  /** Absent if there is nothing to undo. */
  onUndo?: (() => void) | undefined
}

export function StepBar(props: StepBarProps) {
  const { index, steps } = props
  const { isChecking, createsReport } = steps
  return (
    <footer
      data-sticky="bottom"
      className="sticky bottom-0 z-20 grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2.5 border-t bg-card px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] md:grid-cols-[1fr_minmax(0,20rem)_1fr] md:px-6 md:pt-3.5 md:pb-3.5 md:short:pt-2 md:short:pb-2 lg:grid-cols-[1fr_minmax(0,24rem)_1fr]"
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
          <Button id="undo" variant="ghost" size="lg" icon={<Undo2 />} onClick={props.onUndo}>
            <span className="max-xl:sr-only">Undo</span>
          </Button>
        )}
      </div>
      <Place {...props} />
      <div
        className={cn(
          'flex items-center gap-2 justify-self-end whitespace-nowrap',
          !isChecking && 'max-sm:col-span-2',
          // Two buttons need a row of their own on a phone.
          isChecking && createsReport && 'max-sm:col-span-full max-sm:w-full max-sm:*:grow',
        )}
      >
        <MainButton {...props} />
        {!(steps.isLocked && isChecking) && (
          <span aria-hidden="true" className="max-xl:hidden">
            <KeyCap>Enter</KeyCap>
          </span>
        )}
      </div>
    </footer>
  )
}

/** Which statement this is, and how many are answered. */
function Place({ quiz, index, statuses, answers, steps }: StepBarProps) {
  const { isChecking } = steps
  const { length: total } = statuses
  const position = `Statement ${formatNumber(index + 1)} of ${formatNumber(total)}`
  return (
    <div
      className={cn(
        'min-w-0 text-center',
        // Beside the buttons of a phone there is room for two words.
        !isChecking && 'max-sm:order-first max-sm:col-span-full',
      )}
    >
      <p className="text-13 tabular-nums max-md:text-12">
        {isChecking ? (
          !steps.isLocked && <span className="max-md:sr-only">{sameText(answers)}</span>
        ) : (
          <>
            {position}
            <span className="max-md:sr-only">, position {progressPercent(index + 1, total)}%</span>
            {' · '}
            <span className="font-medium">{answeredText(answers)}</span>
            {/* Wider pages have it above the list of elements. */}
            <span className="lg:hidden"> · {elementsCompleteText(quiz.elements)}</span>
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
  )
}

function MainButton({ quiz, index, statuses, steps }: StepBarProps) {
  if (steps.isLocked && steps.isChecking)
    return <ToOverview assessment={quiz.assessment} label="Overview" />
  if (steps.isChecking) {
    return (
      <>
        {steps.createsReport && <ToOverview assessment={quiz.assessment} label="Not yet" />}
        <Button
          size="lg"
          icon={<Check />}
          isLoading={steps.completion.isCompleting}
          onClick={steps.completion.complete}
        >
          {!steps.completes ? (
            'Done'
          ) : steps.createsReport ? (
            'Create report'
          ) : (
            <span>
              Complete<span className="max-sm:sr-only"> element</span>
            </span>
          )}
        </Button>
      </>
    )
  }
  if (steps.isChanging || index === statuses.length - 1) {
    return (
      <Button size="lg" icon={<ListChecks />} onClick={steps.next}>
        {steps.isLocked ? (
          'All answers'
        ) : (
          <span>
            Check<span className="max-md:sr-only"> your answers</span>
          </span>
        )}
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

/** Leaves the element open. The overview leads back here. */
function ToOverview({ assessment, label }: Pick<Quiz, 'assessment'> & { label: string }) {
  const search = useOverviewSearch(assessment)
  return (
    <Button asChild variant="outline" size="lg">
      <Link to="/" search={search}>
        {label}
      </Link>
    </Button>
  )
}
