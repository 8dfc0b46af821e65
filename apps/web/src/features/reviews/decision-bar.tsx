import { ArrowLeft, ArrowRight, ArrowUp, Check, Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from 'rules/plural'
import { useShortcuts } from '#core/shortcuts.ts'
import { Button } from '#ui/button.tsx'
import { KeyCap } from '#ui/shortcut-list.tsx'
import type { StatementSteps } from './use-statement-steps.ts'

/** What an auditor presses at every statement, always in sight. */
export function DecisionBar({ steps }: { steps: StatementSteps }) {
  const { index, total, statement, isOpen } = steps
  return (
    <section
      aria-label="Review this statement"
      data-sticky="bottom"
      data-save-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t bg-card px-(--gutter) pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:left-(--sidebar)"
    >
      <div className="mx-auto flex max-w-[80rem] flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="text-13 text-muted-foreground tabular-nums max-md:basis-full">
          Statement {formatNumber(index + 1)} of {formatNumber(total)}
        </p>
        <div className="flex grow justify-end gap-2 max-sm:*:last:grow sm:gap-3">
          <Button
            variant="outline"
            icon={<ArrowLeft />}
            aria-disabled={steps.isFirst || undefined}
            aria-keyshortcuts="Backspace"
            onClick={steps.previous}
          >
            <span className="max-sm:sr-only">Previous</span>
            <Key>Backspace</Key>
          </Button>
          {isOpen && (
            <Button
              variant="outline"
              icon={<Flag className={statement?.is_flagged ? 'fill-current' : undefined} />}
              aria-pressed={statement?.is_flagged}
              aria-keyshortcuts="F"
              onClick={steps.flag}
            >
              <span className="max-sm:sr-only">Flag</span>
              <Key>F</Key>
            </Button>
          )}
          <NextButton steps={steps} />
          {isOpen && (
            <Button
              icon={<Check className="max-sm:hidden" />}
              aria-keyshortcuts="C"
              onClick={steps.confirm}
              className="max-sm:px-2 max-sm:whitespace-nowrap"
            >
              Confirm as declared
              <Key>C</Key>
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
      <Key isSingle={false}>Alt →</Key>
    </Button>
  )
}

/** The key of a button, where there is a keyboard and room. Single keys can be turned off. */
function Key({ isSingle = true, children }: { isSingle?: boolean; children: ReactNode }) {
  const { isOn } = useShortcuts()
  if (isSingle && !isOn) return null
  return (
    <span aria-hidden="true" className="max-lg:hidden">
      <KeyCap>{children}</KeyCap>
    </span>
  )
}
