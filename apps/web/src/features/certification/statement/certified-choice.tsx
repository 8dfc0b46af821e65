import { useContentDirection, useContentText } from '#ui/content-text.tsx'
import type { ReviewStatement } from 'contract/reviews'
import { Paperclip } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useShortcuts } from '#core/shortcuts.ts'
import { useResponseNumbers } from '#features/content/response-numbers.tsx'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/cn.ts'
import { Mark, type MarkKind, SquareMark } from '#ui/marks.tsx'
import { KeyCap } from '#ui/shortcut-list.tsx'

interface CertifiedChoiceProps {
  statement: ReviewStatement
  choice: number | null | undefined
  isDisabled: boolean
  onChoose: (choice: number | null) => void
  onEnter: () => void
}

/** A longer list scrolls by itself, so that the decision stays in sight. */
const SCROLLS_FROM = 20

const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_repeat(3,3.5rem)] items-center pr-1 pl-4 sm:grid-cols-[minmax(0,1fr)_repeat(3,5.5rem)] sm:pr-2'

export function CertifiedChoice(props: CertifiedChoiceProps) {
  const { statement, choice, isDisabled, onChoose, onEnter } = props
  const { not_applicable_reason: reason, responses } = statement
  const isLong = responses.length >= SCROLLS_FROM
  const content = useContentText()
  const { numbers, areOwn } = useResponseNumbers(responses)

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (step !== undefined && !event.altKey) {
      // A browser's own arrow keys would also choose, and so save.
      event.preventDefault()
      return moveFocus(event.currentTarget, event.target, step)
    }
    if (event.key !== 'Enter' || choice === undefined) return
    event.preventDefault()
    onEnter()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its radios
    <fieldset
      dir={useContentDirection()}
      disabled={isDisabled}
      onKeyDown={onKeyDown}
      className={cn(
        'rounded-lg border bg-card',
        isLong ? 'max-h-[70dvh] overflow-y-auto' : 'overflow-clip',
      )}
    >
      <legend className="sr-only">Certified response</legend>
      <ColumnHeaders isSticky={isLong} />
      {reason !== null && (
        <Row
          id="certified-none"
          label="Does not apply"
          description={reason}
          isChosen={choice === null}
          isCurrent
          isFuture={false}
          onChoose={() => onChoose(null)}
        />
      )}
      {reason === null &&
        responses.map((response, level) => (
          <Row
            key={response.id}
            id={`certified-${response.id}`}
            label={
              <>
                <LevelKey number={numbers[level] ?? null} isOwn={areOwn} isDisabled={isDisabled} />{' '}
                <span {...content}>{response.label}</span>
              </>
            }
            description={response.description}
            isContent
            isChosen={choice === response.id}
            isCurrent={statement.current === response.id}
            isFuture={statement.future === response.id}
            onChoose={() => onChoose(response.id)}
          >
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

const STEPS: Partial<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  ArrowLeft: 0,
  ArrowRight: 0,
}

function moveFocus(list: Element, focused: EventTarget, step: number) {
  const radios = [...list.querySelectorAll('input')]
  radios[radios.findIndex((radio) => radio === focused) + step]?.focus()
}

interface LevelKeyProps {
  number: number | null
  /** The label has it too. */
  isOwn: boolean
  isDisabled: boolean
}

/** The number of a level, which is also its key. */
function LevelKey({ number, isOwn, isDisabled }: LevelKeyProps) {
  const { isOn } = useShortcuts()
  const shown = isOwn ? null : number
  if (!isOn || isDisabled || number === null || !isDigit(number)) return <>{shown}</>
  return (
    <>
      <span className="lg:hidden">{shown}</span>
      <span aria-hidden={isOwn || undefined} className="max-lg:hidden">
        <KeyCap>{number}</KeyCap>
      </span>
    </>
  )
}

function isDigit(number: number) {
  return Number.isInteger(number) && number >= 0 && number <= 9
}

function ColumnHeaders({ isSticky }: { isSticky: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={cn(
        COLUMNS,
        'bg-background py-2.5 text-12 font-semibold sm:text-14 md:short:py-1 md:short:text-13',
        isSticky && 'sticky top-0 z-10 border-b',
      )}
    >
      <span className="font-normal text-subtle-foreground">Response level</span>
      <ColumnHeader kind="current" label="Current" ink="text-state-current-ink" />
      <ColumnHeader kind="future" label="Future" ink="text-state-future-ink" />
      <ColumnHeader kind="certified" label="Certified" ink="text-state-certified-ink" />
    </div>
  )
}

function ColumnHeader({ kind, label, ink }: { kind: MarkKind; label: string; ink: string }) {
  return (
    <span
      className={`flex flex-col items-center gap-1 md:short:flex-row md:short:justify-center ${ink}`}
    >
      <Mark kind={kind} className="[--mark-surface:var(--background)]" />
      {label}
    </span>
  )
}

interface RowProps {
  id: string
  label: ReactNode
  /** Whether the description comes from the content set, not from the respondent. */
  isContent?: boolean
  description: string | null
  isChosen: boolean
  isCurrent: boolean
  isFuture: boolean
  onChoose: () => void
  children?: ReactNode
}

function Row(props: RowProps) {
  const { id, label, description, isContent, isChosen, onChoose, children, ...declared } = props
  const content = useContentText()
  return (
    <label
      htmlFor={id}
      className={cn(
        COLUMNS,
        'relative border-t py-3 md:short:py-1.5 transition-colors duration-320 in-disabled:cursor-not-allowed has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2',
        isChosen && 'bg-state-certified-tint',
      )}
    >
      <span className="min-w-0 pr-2">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold wrap-anywhere">
          {label}
          {children}
        </span>
        {description !== null && (
          <span
            {...(isContent ? content : { dir: 'auto', translate: 'no' })}
            className="mt-0.5 block text-14 wrap-anywhere text-subtle-foreground md:short:mt-0 md:short:leading-5"
          >
            {description}
          </span>
        )}
      </span>
      <DeclaredMark
        kind="current"
        isDeclared={declared.isCurrent}
        text="Declared current response"
      />
      <DeclaredMark kind="future" isDeclared={declared.isFuture} text="Declared future response" />
      <input
        id={id}
        type="radio"
        name="certified"
        checked={isChosen}
        onChange={onChoose}
        className="sr-only"
      />
      <svg
        aria-hidden="true"
        viewBox="-16 -16 32 32"
        className="size-8 justify-self-center overflow-visible"
      >
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

interface DeclaredMarkProps {
  kind: MarkKind
  isDeclared: boolean
  text: string
}

/** The respondent's answer, which the auditor can't change. Other rows have a dot. */
function DeclaredMark({ kind, isDeclared, text }: DeclaredMarkProps) {
  if (!isDeclared)
    return (
      <span
        aria-hidden="true"
        className="size-1 justify-self-center rounded-full bg-muted-foreground"
      />
    )
  return (
    <span className="justify-self-center">
      <Mark kind={kind} size={8} />
      <span className="sr-only">{text}</span>
    </span>
  )
}
