import { formatNumber } from 'rules/plural'
import { cn } from '#ui/cn.ts'
import { OwnText } from '#ui/own-text.tsx'
import { useState } from 'react'
import { usePrinting } from './use-printing.ts'

const STEP = 100

interface ShowMoreProps {
  shown: number
  total: number
  /** How many rows are shown at first. */
  first: number
  onShow: (count: number) => void
  className?: string
}

/** Shown below a list that starts with its first rows. Paper shows all rows. */
export function ShowMore({ shown, total, first, onShow, className }: ShowMoreProps) {
  if (total <= first) return null
  const isAll = shown >= total
  const isLastStep = shown + STEP >= total
  return (
    <p data-print="hide" className={cn('text-14 text-subtle-foreground', className)}>
      <OwnText>
        {`Showing ${formatNumber(Math.min(shown, total))} of ${formatNumber(total)}.`}{' '}
        <button
          type="button"
          className="link min-h-11"
          onClick={() => onShow(isAll ? first : Math.min(shown + STEP, total))}
        >
          {buttonText()}
        </button>
      </OwnText>
    </p>
  )

  function buttonText() {
    if (isAll) return `Show the first ${first}`
    return isLastStep ? `Show all ${formatNumber(total)}` : `Show ${STEP} more`
  }
}

/** The first rows of a list with a button for more. */
export function useFirstRows<Row>(rows: readonly Row[], first: number) {
  const [count, setCount] = useState(first)
  const isPrinting = usePrinting()
  return {
    rows: isPrinting ? rows : rows.slice(0, count),
    more: { shown: count, total: rows.length, first, onShow: setCount },
  }
}
