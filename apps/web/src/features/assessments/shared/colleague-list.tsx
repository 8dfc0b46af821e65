import type { Colleague, Newcomer } from 'contract/shared-assessments'
import { MailPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSys } from '#support/sys.ts'
import { cn } from '#ui/cn.ts'
import { newcomerText, newcomerTitle } from './newcomer-text.ts'

interface ColleagueListProps {
  id: string
  label: string
  colleagues: readonly Colleague[]
  taken: ReadonlyMap<number, string>
  /** An address that no one has, as the last option. */
  newcomer: Newcomer | undefined
  active: Colleague | Newcomer | undefined
  isBusy: boolean
  query: { isError: boolean; refetch: () => unknown }
  isFull: boolean
  onChoose: (option: Colleague | Newcomer) => void
}

export function ColleagueList(props: ColleagueListProps) {
  const { id, label, colleagues, taken, newcomer, active, isBusy, query, isFull, onChoose } = props
  const isMailOff = useSys()?.is_mail_off === true
  return (
    // Of one height, so that the dialog doesn't jump while someone types.
    <div className="mt-1.5 h-48 overflow-y-auto rounded-md border bg-card p-1">
      <div id={`${id}-list`} role="listbox" aria-label={label}>
        {colleagues.map((colleague) => (
          <Option
            key={colleague.id}
            id={`${id}-${colleague.email}`}
            isActive={colleague.email === active?.email}
            why={taken.get(colleague.id)}
            onChoose={() => onChoose(colleague)}
          >
            <span translate="no" className="min-w-0">
              <bdi className="block text-15 font-medium wrap-anywhere in-[.dense]:text-14">
                {colleague.name}
              </bdi>
              <span className="block text-13 wrap-anywhere text-muted-foreground">
                {colleague.email}
              </span>
            </span>
          </Option>
        ))}
        {newcomer && (
          <Option
            id={`${id}-${newcomer.email}`}
            isActive={newcomer.email === active?.email}
            onChoose={() => onChoose(newcomer)}
          >
            <span className="min-w-0">
              <span className="block text-15 font-medium wrap-anywhere in-[.dense]:text-14">
                {newcomerTitle(newcomer)}
              </span>
              <span className="block text-13 text-muted-foreground">
                {newcomerText(newcomer, isMailOff)}
              </span>
            </span>
            <MailPlus
              aria-hidden="true"
              className="size-5 shrink-0 stroke-[1.75] text-muted-foreground"
            />
          </Option>
        )}
      </div>
      <div className="flex gap-3 px-2.5 py-1.5 text-13 text-muted-foreground">
        <p role="status">{statusText()}</p>
        {query.isError && !isBusy && (
          <button type="button" onClick={() => void query.refetch()} className="link hit-44">
            Try again
          </button>
        )}
      </div>
    </div>
  )

  function statusText() {
    if (isBusy) return 'Searching'
    if (query.isError) return 'The search failed.'
    if (colleagues.length === 0) return newcomer ? null : NO_ONE
    return isFull
      ? 'Only the first 20 colleagues are listed. Type more of the name to find others.'
      : null
  }
}

const NO_ONE = 'No active colleague has this name or email address.'

interface OptionProps {
  id: string
  isActive: boolean
  /** Why it can't be chosen. */
  why?: string | undefined
  onChoose: () => void
  children: ReactNode
}

function Option({ id, isActive, why, onChoose, children }: OptionProps) {
  return (
    // The field has the focus and the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={isActive ? intoView : undefined}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={why !== undefined || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => why === undefined && onChoose()}
      className={cn(
        'flex min-h-11 items-center justify-between gap-3 rounded-sm px-2.5 py-1.5',
        why === undefined ? 'cursor-pointer hover:bg-muted' : 'text-muted-foreground',
        isActive && 'bg-muted',
      )}
    >
      {children}
      {why !== undefined && <span className="shrink-0 text-13">{why}</span>}
    </div>
  )
}

function intoView(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
