import type { StatementResponse } from 'contract/listed-statement'
import type { Ref } from 'react'
import { cn } from '#ui/cn.ts'
import { FUTURE_TARGET } from './answer-target.ts'
import type { Column } from './grid-focus.ts'

/** One of these is chosen next; Enter chooses the suggested one. */
type Hint = 'next' | 'suggested' | null

interface AnswerChoiceProps {
  column: Column
  response: StatementResponse
  ref: Ref<HTMLButtonElement>
  isChecked: boolean
  isTabStop: boolean
  hint?: Hint
  describedBy?: string
  onChoose: () => void
  onFocus: () => void
}

/** A radio of the grid, not a native one because both columns share the arrow keys. */
export function AnswerChoice({ ref, ...props }: AnswerChoiceProps) {
  const { column, response, isChecked, hint = null } = props
  return (
    <button
      ref={ref}
      id={choiceId(response.id, column)}
      type="button"
      role="radio"
      aria-checked={isChecked}
      aria-labelledby={`response-${response.id} question-${column}`}
      aria-describedby={props.describedBy}
      tabIndex={props.isTabStop ? 0 : -1}
      onClick={props.onChoose}
      onFocus={props.onFocus}
      className={cn(
        'group grid size-12 place-items-center justify-self-center rounded-md',
        column === 'current' ? 'after:absolute after:inset-0' : FUTURE_TARGET,
      )}
    >
      <svg aria-hidden="true" viewBox="-16 -16 32 32" className="size-8 overflow-visible">
        <Shape {...{ column, isChecked, hint }} />
        {isChecked && (
          <path
            d="M-4.6 .4L-1.4 3.6L4.8-3.2"
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeLinejoin="round"
            className={cn(
              'fill-none',
              column === 'current' ? 'stroke-card' : 'stroke-state-future-ink',
            )}
          />
        )}
      </svg>
    </button>
  )
}

type ShapeProps = Pick<AnswerChoiceProps, 'column' | 'isChecked'> & { hint: Hint }

function Shape({ column, isChecked, hint }: ShapeProps) {
  if (column === 'current')
    return (
      <circle
        r="12.5"
        strokeWidth="1.4"
        className={cn(
          'fill-card stroke-input transition-colors duration-120 group-hover:stroke-state-current',
          isChecked && 'fill-state-current stroke-state-current',
        )}
      />
    )
  return (
    <path
      d="M0-14.5L14.5 0L0 14.5L-14.5 0Z"
      strokeLinejoin="round"
      strokeDasharray={hint === 'suggested' ? '4 3' : undefined}
      className={cn(
        'fill-card stroke-input stroke-[1.4] transition-colors duration-120 group-hover:stroke-state-future',
        hint !== null && 'stroke-state-future stroke-2',
        isChecked && 'stroke-state-future stroke-[3]',
      )}
    />
  )
}

export function choiceId(responseId: number, column: Column) {
  return `response-${responseId}-${column}`
}
