import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Colleague } from 'contract/shared-assessments'
import { searchNorm } from 'contract/search-norm'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { api } from '#core/api.ts'
import { useDebounced } from '#core/debounced.ts'
import { searchText } from '#features/lists/list-search.ts'
import { useHeldEnter } from '#support/held-enter.ts'
import { IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ColleagueList } from './colleague-list.tsx'

/** The most that the server finds. */
const MOST = 20

interface ColleagueFieldProps {
  label: string
  hint?: string
  isOptional?: boolean
  /** The shared assessment that they join. Only admins choose for a new one. */
  assessmentId?: number | undefined
  error?: string | undefined
  chosen: Colleague | null
  onChoose: (colleague: Colleague | null) => void
  /** Who can't be chosen, and why, in two words. */
  taken?: ReadonlyMap<number, string>
}

/** Finds a colleague by name or email address. The list stays open until one is chosen. */
export function ColleagueField(props: ColleagueFieldProps) {
  const { label, hint, assessmentId, error, chosen, onChoose, taken = NO_ONE } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const { colleagues, isBusy, query } = useColleagues(typed, {
    assessmentId,
    isEnabled: chosen === null,
  })
  const free = colleagues.filter(({ id: one }) => !taken.has(one))
  const active = free[Math.min(place, free.length - 1)]

  const { hold, letGo } = useHeldEnter(active, isBusy, choose)

  function change(text: string) {
    letGo()
    setTyped(text)
    setPlace(0)
    if (chosen) onChoose(null)
  }

  function choose(colleague: Colleague) {
    onChoose(colleague)
    setTyped('')
    setPlace(0)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (chosen || (step === undefined && event.key !== 'Enter')) return
    // Enter chooses, and sends the form only afterwards.
    event.preventDefault()
    hold(event.key)
    if (!active) return
    if (step === undefined) choose(active)
    else setPlace((free.indexOf(active) + step + free.length) % free.length)
  }

  return (
    <div className="min-w-0">
      <TextField
        ref={field}
        label={label}
        hint={hint}
        isOptional={props.isOptional}
        error={error}
        icon={<Search />}
        end={
          chosen && (
            <IconButton
              label="Choose someone else"
              icon={<X />}
              size="xs"
              onClick={() => {
                change('')
                field.current?.focus()
              }}
            />
          )
        }
        placeholder="Name or email address"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={chosen === null}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen || !active ? undefined : `${id}-${active.id}`}
        autoComplete="off"
        spellCheck={false}
        translate="no"
        maxLength={254}
        value={chosen ? chosen.name : typed}
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
      />
      {chosen ? (
        <p translate="no" className="mt-1.5 text-13 wrap-anywhere text-muted-foreground">
          {chosen.email}
        </p>
      ) : (
        <ColleagueList
          {...{ id, label, colleagues, taken, active, isBusy, query }}
          isFull={colleagues.length === MOST}
          onChoose={choose}
        />
      )}
    </div>
  )
}

const NO_ONE: ReadonlyMap<number, string> = new Map()
const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

type Wanted = { assessmentId: number | undefined; isEnabled: boolean }

function useColleagues(typed: string, { assessmentId, isEnabled }: Wanted) {
  const text = searchText(typed) ?? ''
  const search = useDebounced(text)
  const input = { query: { search: search || undefined } }
  const found = assessmentId
    ? api.shared.choices.query({ params: { id: assessmentId }, ...input })
    : api.shared.colleagues.query(input)
  const query = useQuery({
    ...found,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  const isBusy = query.isFetching || search !== text
  const all = query.data?.colleagues ?? []
  // Of the previous ones, only matches can be chosen while the new ones load.
  return { query, isBusy, colleagues: isBusy ? matching(all, text) : all }
}

function matching(colleagues: readonly Colleague[], text: string) {
  const part = searchNorm(text)
  return colleagues.filter(({ name, email }) => searchNorm(`${name}\n${email}`).includes(part))
}
