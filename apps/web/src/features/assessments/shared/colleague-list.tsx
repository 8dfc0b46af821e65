import type { Colleague } from 'contract/shared-assessments'
import { cn } from '#ui/cn.ts'

interface ColleagueListProps {
  id: string
  label: string
  colleagues: readonly Colleague[]
  taken: ReadonlyMap<number, string>
  active: Colleague | undefined
  isBusy: boolean
  query: { isError: boolean; refetch: () => unknown }
  isFull: boolean
  onChoose: (colleague: Colleague) => void
}

export function ColleagueList(props: ColleagueListProps) {
  const { id, label, colleagues, taken, active, isBusy, query, isFull, onChoose } = props
  return (
    // Of one height, so that the dialog doesn't jump while someone types.
    <div className="mt-1.5 h-48 overflow-y-auto rounded-md border bg-card p-1">
      <div id={`${id}-list`} role="listbox" aria-label={label}>
        {colleagues.map((colleague) => {
          const why = taken.get(colleague.id)
          const isActive = colleague.id === active?.id
          return (
            // The field has the focus and the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={colleague.id}
              ref={isActive ? intoView : undefined}
              id={`${id}-${colleague.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={isActive}
              aria-disabled={why !== undefined || undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => why === undefined && onChoose(colleague)}
              className={cn(
                'flex min-h-11 items-center justify-between gap-3 rounded-sm px-2.5 py-1.5',
                why === undefined ? 'cursor-pointer hover:bg-muted' : 'text-muted-foreground',
                isActive && 'bg-muted',
              )}
            >
              <span translate="no" className="min-w-0">
                <bdi className="block text-15 font-medium wrap-anywhere in-[.dense]:text-14">
                  {colleague.name}
                </bdi>
                <span className="block text-13 wrap-anywhere text-muted-foreground">
                  {colleague.email}
                </span>
              </span>
              {why !== undefined && <span className="shrink-0 text-13">{why}</span>}
            </div>
          )
        })}
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
    if (colleagues.length === 0) return 'No active colleague has this name or email address.'
    return isFull ? 'These are the first 20. Type more of the name to find others.' : null
  }
}

function intoView(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
