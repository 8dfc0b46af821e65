import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Building2, LibraryBig, Search, SquareMenu, UserRound } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '#features/session/user.ts'
import { cn } from '#ui/cn.ts'
import { KeyCap } from '#ui/shortcut-list.tsx'
import { DIALOG_LOOK, SCRIM_LOOK } from '#ui/overlay.ts'
import { useReturnFocus } from '#ui/return-focus.ts'
import { type Goal, remember } from './recent.ts'
import { type GoalGroup, useGoals } from './use-goals.ts'

interface FinderFootProps {
  isBusy: boolean
  isError: boolean
  /** How much there is to choose from; undefined as long as nothing is typed. */
  count: number | undefined
  onAgain: () => void
}

interface Held {
  first: Goal | undefined
  isBusy: boolean
  onOpen: (goal: Goal) => void
}

const ICONS = {
  page: SquareMenu,
  user: UserRound,
  organisation: Building2,
  'content-set': LibraryBig,
}

export function Finder({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { groups, isBusy, isError, refetch } = useGoals(typed)
  const open = useOpen(onClose)
  const returnFocus = useReturnFocus()
  const goals = groups.flatMap((group) => group.goals)
  const { hold, letGo } = useHeldEnter({ first: goals[0], isBusy, onOpen: open })
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={SCRIM_LOOK} />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className={cn(
            DIALOG_LOOK,
            // At the top of a phone too: the keyboard stands below.
            'dense max-sm:top-0 max-sm:bottom-auto max-sm:rounded-t-none max-sm:rounded-b-xl sm:top-24 sm:bottom-auto sm:my-0 sm:max-w-xl',
          )}
        >
          <Dialog.Title className="sr-only">Find anything</Dialog.Title>
          <Command
            ref={nameChosen}
            label="Find anything"
            shouldFilter={false}
            loop
            className="flex min-h-0 flex-col"
          >
            <div className="flex items-center gap-3 border-b px-4">
              <Search aria-hidden="true" className="size-5 stroke-[1.75] text-muted-foreground" />
              <Command.Input
                value={typed}
                onValueChange={(text) => {
                  letGo()
                  setTyped(text)
                }}
                onKeyDown={({ key }) => hold(key)}
                maxLength={254}
                placeholder="Find people, organisations, content sets and pages"
                className="h-14 min-w-0 flex-1 bg-transparent text-16 outline-none placeholder:text-muted-foreground"
              />
              <span aria-hidden="true" className="max-sm:hidden">
                <KeyCap>Esc</KeyCap>
              </span>
            </div>
            <Command.List
              label="What was found"
              className="max-h-[min(26rem,60dvh)] overflow-y-auto p-2"
            >
              {groups.map((group) => (
                <Group key={group.title} group={group} onOpen={open} />
              ))}
              {groups.length === 0 && !isBusy && !isError && (
                <p className="px-3 py-8 text-center text-15 text-subtle-foreground">
                  Nothing in view is called “{typed.trim()}”.
                </p>
              )}
            </Command.List>
          </Command>
          <FinderFoot
            isBusy={isBusy}
            isError={isError}
            count={typed.trim() === '' ? undefined : goals.length}
            onAgain={() => void refetch()}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function useOpen(onClose: () => void) {
  const navigate = useNavigate()
  const { id } = useUser()
  return (goal: Goal) => {
    remember(id, goal)
    onClose()
    void navigate({ to: goal.to })
  }
}

function Group({ group, onOpen }: { group: GoalGroup; onOpen: (goal: Goal) => void }) {
  return (
    <Command.Group
      heading={group.title}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-13 [&_[cmdk-group-heading]]:text-muted-foreground"
    >
      {group.goals.map((goal) => {
        const Icon = ICONS[goal.kind]
        return (
          <Command.Item
            key={goal.to}
            value={`${group.title} ${goal.to}`}
            onSelect={() => onOpen(goal)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 data-[selected=true]:bg-muted"
          >
            <Icon
              aria-hidden="true"
              className="size-4.5 shrink-0 stroke-[1.75] text-subtle-foreground"
            />
            <span className="min-w-0">
              <span className="block truncate text-15 font-medium">{goal.label}</span>
              {goal.detail && (
                <span className="block truncate text-13 text-muted-foreground">{goal.detail}</span>
              )}
            </span>
          </Command.Item>
        )
      })}
    </Command.Group>
  )
}

/** Has the field name the chosen option, which is then read out: cmdk forgets to when the options are new. */
function nameChosen(root: HTMLElement | null) {
  if (!root) return undefined
  const observer = new MutationObserver(() => {
    const chosen = root.querySelector('[role=option][aria-selected=true]')?.id ?? ''
    const field = root.querySelector('[role=combobox]')
    if (field?.getAttribute(NAMED) !== chosen) field?.setAttribute(NAMED, chosen)
  })
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-selected', NAMED],
  })
  return () => observer.disconnect()
}

const NAMED = 'aria-activedescendant'

/** Enter pressed before anything is found opens the first that is. */
function useHeldEnter({ first, isBusy, onOpen }: Held) {
  const isHeld = useRef(false)
  useEffect(() => {
    if (!isHeld.current || isBusy) return
    isHeld.current = false
    if (first) onOpen(first)
  }, [isBusy, first, onOpen])
  return {
    hold: (key: string) => {
      if (key === 'Enter' && isBusy && !first) isHeld.current = true
    },
    letGo: () => {
      isHeld.current = false
    },
  }
}

function FinderFoot({ isBusy, isError, count, onAgain }: FinderFootProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-1 sm:min-h-11 text-13 text-muted-foreground">
      <p role="status">
        {isError ? 'Waymark could not look for it.' : isBusy ? 'Looking' : countWords(count)}
      </p>
      {isError && (
        <button type="button" onClick={onAgain} className="link hit-44">
          Try again
        </button>
      )}
      <p aria-hidden="true" className="flex items-center gap-1.5 max-sm:hidden">
        <KeyCap>↑</KeyCap>
        <KeyCap>↓</KeyCap> choose
        <KeyCap>Enter</KeyCap> open
      </p>
    </div>
  )
}

function countWords(count: number | undefined) {
  if (count === undefined) return null
  return count === 0 ? 'Nothing found' : `${count} to choose from`
}
