import { CircleAlert, X } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { cn } from '#ui/cn.ts'
import { CONTROL_LOOK, Field, type FieldFrame } from '#ui/field.tsx'

export interface ChipsFieldProps extends FieldFrame {
  entries: readonly { text: string; isWrong: boolean }[]
  typed: string
  onType: (typed: string) => void
  onAdd: (text: string) => void
  onRemove: (text: string) => void
}

/** A field for several short texts. A comma, a semicolon, Enter, pasting or leaving the field adds the typed text. */
export function ChipsField(props: ChipsFieldProps) {
  const { entries, typed, onType, onAdd, onRemove, ...frame } = props
  const isWrong = frame.error !== undefined || entries.some((entry) => entry.isWrong)
  function add(text: string) {
    onType('')
    if (text.trim() !== '') onAdd(text)
  }
  function press(event: KeyboardEvent) {
    const last = entries.at(-1)
    if (event.key === 'Backspace' && typed === '' && last) onRemove(last.text)
    if (!['Enter', ',', ';'].includes(event.key)) return
    event.preventDefault()
    add(typed)
  }
  function paste(event: ClipboardEvent) {
    event.preventDefault()
    add(`${typed} ${event.clipboardData.getData('text')}`)
  }
  return (
    <Field {...frame}>
      {(control) => (
        <div
          className={cn(
            CONTROL_LOOK,
            'flex max-h-52 min-h-24 flex-wrap content-start gap-2 overflow-y-auto p-2',
            isWrong && 'border-destructive shadow-[inset_0_0_0_1px_var(--destructive)]',
          )}
        >
          {entries.length > 0 && (
            <ul className="contents">
              {entries.map((entry) => (
                <Entry key={entry.text} {...entry} onRemove={() => onRemove(entry.text)} />
              ))}
            </ul>
          )}
          <input
            {...control}
            aria-invalid={isWrong || undefined}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={press}
            onPaste={paste}
            onBlur={() => add(typed)}
            className="min-h-9 min-w-48 flex-1 bg-transparent px-1.5 outline-none"
          />
        </div>
      )}
    </Field>
  )
}

type EntryProps = ChipsFieldProps['entries'][number] & { onRemove: () => void }

function Entry({ text, isWrong, onRemove }: EntryProps) {
  return (
    <li
      className={cn(
        'inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full border border-transparent bg-muted pl-3 text-14',
        isWrong && 'border-destructive bg-destructive-tint text-destructive-ink',
      )}
    >
      {isWrong && <CircleAlert aria-label="Wrong" className="size-4 shrink-0 stroke-[1.75]" />}
      <span translate="no" className="truncate">
        {text}
      </span>
      <button
        type="button"
        aria-label={`Remove ${text}`}
        onClick={onRemove}
        className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-track"
      >
        <X className="size-4 stroke-[1.75]" />
      </button>
    </li>
  )
}
