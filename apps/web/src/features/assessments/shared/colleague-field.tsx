import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Colleague, Newcomer } from 'contract/shared-assessments'
import { searchNorm } from 'contract/search-norm'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { api } from '#core/api.ts'
import { useDebounced } from '#core/debounced.ts'
import { searchText } from '#features/lists/list-search.ts'
import { useSys } from '#support/sys.ts'
import { useHeldEnter } from '#support/held-enter.ts'
import { IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ColleagueList } from './colleague-list.tsx'
import { newcomerText } from './newcomer-text.ts'

/** The most that the server finds. */
const MOST = 20

interface ColleagueFieldProps {
  label: string
  hint?: string
  isOptional?: boolean
  /** The shared assessment that they join. Only admins choose for a new one. */
  assessmentId?: number | undefined
  error?: string | undefined
  chosen: Colleague | Newcomer | null
  onChoose: (colleague: Colleague | null) => void
  /** Offers an address that no one has, too. */
  onNewcomer?: (newcomer: Newcomer) => void
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
  const { colleagues, newcomer, isBusy, query } = useColleagues(typed, {
    assessmentId,
    isEnabled: chosen === null,
  })
  const offered = props.onNewcomer && newcomer ? newcomer : undefined
  const free: Option[] = [
    ...colleagues.filter(({ id: one }) => !taken.has(one)),
    ...(offered ? [offered] : []),
  ]
  const active = free[Math.min(place, free.length - 1)]

  const { hold, letGo } = useHeldEnter(active, isBusy, choose)

  function change(text: string) {
    letGo()
    setTyped(text)
    setPlace(0)
    if (chosen) onChoose(null)
  }

  function choose(option: Option) {
    if ('id' in option) onChoose(option)
    else props.onNewcomer?.(option)
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
        aria-activedescendant={chosen || !active ? undefined : `${id}-${active.email}`}
        autoComplete="off"
        spellCheck={false}
        translate="no"
        maxLength={254}
        value={chosen ? nameOf(chosen) : typed}
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
      />
      {chosen ? (
        <About chosen={chosen} />
      ) : (
        <ColleagueList
          {...{ id, label, colleagues, taken, active, isBusy, query }}
          newcomer={offered}
          isFull={colleagues.length === MOST}
          onChoose={choose}
        />
      )}
    </div>
  )
}

type Option = Colleague | Newcomer

function nameOf(option: Option) {
  return 'id' in option ? option.name : option.email
}

/** The address of a colleague, or how a newcomer joins. */
function About({ chosen }: { chosen: Option }) {
  const isMailOff = useSys()?.is_mail_off === true
  const isColleague = 'id' in chosen
  return (
    <p
      translate={isColleague ? 'no' : undefined}
      className="mt-1.5 text-13 wrap-anywhere text-muted-foreground"
    >
      {isColleague ? chosen.email : newcomerText(chosen, isMailOff)}
    </p>
  )
}

const NO_ONE: ReadonlyMap<number, string> = new Map()
const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

type Wanted = { assessmentId: number | undefined; isEnabled: boolean }

function useColleagues(typed: string, { assessmentId, isEnabled }: Wanted) {
  const text = searchText(typed) ?? ''
  const search = useDebounced(text)
  const input = { query: { search: search || undefined } }
  const ofOne = useQuery({
    ...api.shared.choices.query({ params: { id: assessmentId ?? 0 }, ...input }),
    enabled: isEnabled && assessmentId !== undefined,
    placeholderData: keepPreviousData,
  })
  const ofAll = useQuery({
    ...api.shared.colleagues.query(input),
    enabled: isEnabled && assessmentId === undefined,
    placeholderData: keepPreviousData,
  })
  const query = assessmentId === undefined ? ofAll : ofOne
  const isBusy = query.isFetching || search !== text
  return { query, isBusy, ...foundBy(query.data ?? NONE, isBusy ? text : undefined) }
}

type Found = { colleagues: readonly Colleague[]; newcomer?: Newcomer | null }

const NONE: Found = { colleagues: [] }

/** Of the previous ones, only matches can be chosen while the new ones load. */
function foundBy({ colleagues, newcomer = null }: Found, text: string | undefined) {
  if (text === undefined) return { colleagues, newcomer }
  return { colleagues: matching(colleagues, text), newcomer: null }
}

function matching(colleagues: readonly Colleague[], text: string) {
  const part = searchNorm(text)
  return colleagues.filter(({ name, email }) => searchNorm(`${name}\n${email}`).includes(part))
}
