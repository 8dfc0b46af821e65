import { ArrowLeft, ArrowRight, Check } from 'lucide-react'
import { formatNumber } from 'rules/plural'
import { Button } from '#ui/button.tsx'
import { KeyCap } from '#ui/shortcut-list.tsx'
import { ProgressSteps } from '#ui/progress.tsx'
import { progressPercent } from './progress.ts'

interface StepBarProps {
  index: number
  total: number
  onPrevious: () => void
  onNext: () => void
  onComplete: () => void
  isCompleting: boolean
}

export function StepBar(props: StepBarProps) {
  const { index, total, onPrevious, onNext, onComplete, isCompleting } = props
  const position = `Statement ${formatNumber(index + 1)} of ${formatNumber(total)}`
  const isLast = index === total - 1
  return (
    <footer
      data-sticky="bottom"
      className="sticky bottom-0 z-20 grid grid-cols-[auto_1fr_auto] items-center gap-4 border-t bg-card px-4 pt-3.5 pb-[calc(0.875rem+env(safe-area-inset-bottom))] md:grid-cols-[1fr_minmax(0,20rem)_1fr] lg:grid-cols-[1fr_minmax(0,24rem)_1fr] md:px-6"
    >
      <Button
        variant="outline"
        size="lg"
        className="justify-self-start"
        icon={<ArrowLeft />}
        aria-disabled={index === 0 || undefined}
        onClick={onPrevious}
      >
        <span className="max-md:sr-only">Previous</span>
      </Button>
      <div className="min-w-0 text-center">
        <p className="text-13 tabular-nums max-md:text-12">
          {position}
          <span className="max-md:sr-only">, {progressPercent(index + 1, total)}%</span>
        </p>
        <div aria-hidden="true" className="mt-1.5">
          <ProgressSteps label="" count={total} done={index} current={index} />
        </div>
      </div>
      <div className="flex items-center gap-2 justify-self-end whitespace-nowrap">
        {isLast ? (
          <Button size="lg" icon={<Check />} isLoading={isCompleting} onClick={onComplete}>
            <span>
              Complete<span className="max-sm:sr-only"> element</span>
            </span>
          </Button>
        ) : (
          <Button size="lg" iconEnd={<ArrowRight />} onClick={onNext}>
            <span>
              Next<span className="max-md:sr-only"> statement</span>
            </span>
          </Button>
        )}
        <span aria-hidden="true" className="max-xl:hidden">
          <KeyCap>Enter</KeyCap>
        </span>
      </div>
    </footer>
  )
}
