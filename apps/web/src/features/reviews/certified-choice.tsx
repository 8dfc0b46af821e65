import type { ReviewStatement } from 'contract/reviews'
import { Paperclip } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/cn.ts'
import { Mark, SquareMark } from '#ui/marks.tsx'

interface CertifiedChoiceProps {
  statement: ReviewStatement
  choice: number | null | undefined
  isDisabled: boolean
  onChoose: (choice: number | null) => void
  onEnter: () => void
}

/** A longer list scrolls by itself, so that the decision stays in sight. */
const SCROLLS_FROM = 20

export function CertifiedChoice(props: CertifiedChoiceProps) {
  const { statement, choice, isDisabled, onChoose, onEnter } = props
  const { not_applicable_reason: reason, responses } = statement

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || choice === undefined) return
    event.preventDefault()
    onEnter()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its radios
    <fieldset
      disabled={isDisabled}
      onKeyDown={onKeyDown}
      className={cn(
        'rounded-lg border bg-card',
        responses.length >= SCROLLS_FROM ? 'max-h-[70dvh] overflow-y-auto' : 'overflow-clip',
      )}
    >
      <legend className="sr-only">Certified response</legend>
      <p
        aria-hidden="true"
        className="flex justify-end px-4 py-2 text-14 font-semibold text-state-certified-ink"
      >
        Certified
      </p>
      {reason !== null && (
        <Row
          id="certified-none"
          label="Does not apply"
          description={reason}
          isChosen={choice === null}
          onChoose={() => onChoose(null)}
        >
          <Badge>Declared</Badge>
        </Row>
      )}
      {reason === null &&
        responses.map((response, level) => (
          <Row
            key={response.id}
            id={`certified-${response.id}`}
            label={`${level + 1} ${response.label}`}
            description={response.description}
            isChosen={choice === response.id}
            onChoose={() => onChoose(response.id)}
          >
            {statement.current === response.id && (
              <Badge variant="current" icon={<Mark kind="current" size={4} />}>
                Declared
              </Badge>
            )}
            {statement.future === response.id && (
              <Badge variant="future" icon={<Mark kind="future" size={4} />}>
                Future
              </Badge>
            )}
            {response.asks_for_evidence && (
              <Badge variant="outline" icon={<Paperclip />}>
                Requires evidence
              </Badge>
            )}
          </Row>
        ))}
    </fieldset>
  )
}

interface RowProps {
  id: string
  label: string
  description: string | null
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Row({ id, label, description, isChosen, onChoose, children }: RowProps) {
  return (
    <label
      htmlFor={id}
      className={cn(
        'relative flex items-center gap-4 border-t px-4 py-3 transition-colors duration-320 in-disabled:cursor-not-allowed has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2',
        isChosen && 'bg-state-certified-tint',
      )}
    >
      <span className="min-w-0 flex-1">
        <span
          dir="auto"
          className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold wrap-anywhere"
        >
          {label}
          {children}
        </span>
        {description !== null && (
          <span dir="auto" className="mt-0.5 block text-14 wrap-anywhere text-subtle-foreground">
            {description}
          </span>
        )}
      </span>
      <input
        id={id}
        type="radio"
        name="certified"
        checked={isChosen}
        onChange={onChoose}
        className="sr-only"
      />
      <svg aria-hidden="true" viewBox="-16 -16 32 32" className="size-8 shrink-0 overflow-visible">
        {isChosen ? (
          <SquareMark size={14} />
        ) : (
          <rect
            x="-11"
            y="-11"
            width="22"
            height="22"
            rx="4"
            strokeWidth="1.4"
            className="fill-card stroke-input in-disabled:fill-muted in-disabled:[stroke-dasharray:3_3]"
          />
        )}
      </svg>
    </label>
  )
}
