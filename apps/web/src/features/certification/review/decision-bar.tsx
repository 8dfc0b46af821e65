import { ArrowLeft, ArrowRight, ArrowUp, Check, Flag } from 'lucide-react'
import { formatNumber } from 'rules/plural'
import { Button } from '#ui/button.tsx'
import { ButtonKey } from './button-key.tsx'
import { Declared } from './declared.tsx'
import type { StatementSteps } from './use-statement-steps.ts'

/** What an auditor presses at every statement, always in sight. */
export function DecisionBar({ steps }: { steps: StatementSteps }) {
  const { index, total, reviewed, statement, isOpen } = steps
  return (
    <section
      aria-label={isOpen ? 'Review this statement' : 'Go to another statement'}
      data-sticky="bottom"
      data-save-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t bg-card px-(--gutter) pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:left-(--sidebar) lg:short:py-2"
    >
      <div className="mx-auto flex max-w-[80rem] [main:has([data-wide])_&]:max-w-[96rem] flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex min-w-0 flex-wrap gap-x-3 text-13 max-md:basis-full md:flex-1 md:basis-36">
          <p className="text-muted-foreground tabular-nums">
            Statement {formatNumber(index + 1)} of {formatNumber(total)}, {formatNumber(reviewed)}{' '}
            reviewed
          </p>
          {isOpen && statement && <Declared statement={statement} />}
        </div>
        <div className="flex grow justify-end gap-2 max-sm:*:[--pad:12px] max-sm:*:last:grow sm:gap-3">
          <Button
            variant="outline"
            icon={<ArrowLeft />}
            aria-disabled={steps.isFirst || undefined}
            aria-keyshortcuts="Alt+ArrowLeft"
            onClick={steps.previous}
          >
            <span className="max-sm:sr-only">Previous</span>
            <ButtonKey isSingle={false}>Alt ←</ButtonKey>
          </Button>
          {isOpen && (
            <Button
              variant="outline"
              icon={<Flag className={statement?.is_flagged ? 'fill-current' : undefined} />}
              aria-pressed={statement?.is_flagged}
              aria-keyshortcuts="L"
              onClick={steps.flag}
            >
              <span className="max-sm:sr-only">Flag</span>
              <ButtonKey>L</ButtonKey>
            </Button>
          )}
          <NextButton steps={steps} />
          {isOpen && (
            <Button
              icon={<Check className="max-sm:hidden" />}
              aria-keyshortcuts="C"
              aria-describedby="declared"
              onClick={steps.confirm}
            >
              Confirm as declared
              <ButtonKey>C</ButtonKey>
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

function NextButton({ steps }: { steps: StatementSteps }) {
  if (steps.end !== null)
    return (
      <Button variant="outline" icon={<ArrowUp />} onClick={steps.next}>
        <span className="max-sm:sr-only">
          {steps.end === 'decision' ? 'Go to decision' : 'Go to first unreviewed statement'}
        </span>
      </Button>
    )
  return (
    <Button
      variant={steps.isOpen ? 'outline' : 'primary'}
      iconEnd={<ArrowRight />}
      aria-disabled={steps.isLast || undefined}
      aria-keyshortcuts="Alt+ArrowRight"
      onClick={steps.next}
    >
      <span className="max-sm:sr-only">Next statement</span>
      <ButtonKey isSingle={false}>Alt →</ButtonKey>
    </Button>
  )
}
