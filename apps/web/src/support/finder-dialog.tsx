import { isolated } from '#core/isolated.ts'
import { ContentText } from '#ui/content-text.tsx'
import { plural } from 'rules/plural'
import { Command } from 'cmdk'
import {
  Building2,
  LibraryBig,
  List,
  ListTree,
  MessageSquareText,
  Search,
  SquareMenu,
  UserRound,
} from 'lucide-react'
import { Dialog } from 'radix-ui'
import { cn } from '#ui/cn.ts'
import { KeyCap } from '#ui/shortcut-list.tsx'
import { DIALOG_LOOK, SCRIM_LOOK } from '#ui/overlay.ts'
import { useReturnFocus } from '#ui/return-focus.ts'
import { useHeldEnter } from './held-enter.ts'

const ICONS = {
  page: SquareMenu,
  user: UserRound,
  organisation: Building2,
  'content-set': LibraryBig,
  element: ListTree,
  statement: List,
  note: MessageSquareText,
}

export interface FinderItem {
  to: string
  label: string
  /** Of a content set's title. */
  language?: string | null
  detail?: string | undefined
  kind: 'page' | 'user' | 'organisation' | 'content-set' | 'element' | 'statement' | 'note'
}

export interface FinderGroup {
  title: string
  items: FinderItem[]
}

interface FinderDialogProps {
  placeholder: string
  groups: readonly FinderGroup[]
  typed: string
  onType: (text: string) => void
  onOpen: (item: FinderItem) => void
  onClose: () => void
  isBusy?: boolean
  /** Why nothing was found. */
  failure?: string | undefined
  onRetry?: () => void
}

/** A search field with results by group. Enter opens the selected one. */
export function FinderDialog(props: FinderDialogProps) {
  const { placeholder, groups, typed, onType, onOpen, onClose } = props
  const { isBusy = false, failure, onRetry } = props
  const returnFocus = useReturnFocus()
  const items = groups.flatMap((group) => group.items)
  const { hold, letGo } = useHeldEnter(items[0], isBusy, onOpen)
  const hasList = groups.length > 0 || (!isBusy && failure === undefined)

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={SCRIM_LOOK} />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className={cn(
            DIALOG_LOOK,
            // At the top on phones, above the keyboard.
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
              <Search className="size-5 stroke-[1.75] text-muted-foreground" />
              <Command.Input
                value={typed}
                onValueChange={(text) => {
                  letGo()
                  onType(text)
                }}
                onKeyDown={({ key }) => hold(key)}
                maxLength={254}
                placeholder={placeholder}
                className="h-14 min-w-0 flex-1 bg-transparent text-16 outline-none placeholder:text-muted-foreground"
              />
              <span aria-hidden="true" className="max-sm:hidden">
                <KeyCap>Esc</KeyCap>
              </span>
            </div>
            <Command.List
              label="Search results"
              className={cn('max-h-[min(26rem,60dvh)] overflow-y-auto p-2', !hasList && 'hidden')}
            >
              {groups.map((group) => (
                <Group key={group.title} group={group} onOpen={onOpen} />
              ))}
              {hasList && groups.length === 0 && (
                <p className="px-3 py-8 text-center text-15 text-subtle-foreground">
                  {`No results for “${isolated(typed.trim())}”.`}
                </p>
              )}
            </Command.List>
          </Command>
          <Footer
            text={failure ?? (isBusy ? 'Searching' : countText(typed, items.length))}
            hasList={hasList}
            onRetry={failure === undefined ? undefined : onRetry}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface FooterProps {
  text: string | null
  /** Without one there is no line above, and nothing to select. */
  hasList: boolean
  onRetry: (() => void) | undefined
}

function Footer({ text, hasList, onRetry }: FooterProps) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center justify-between gap-3 px-4 py-2 text-13 text-muted-foreground sm:min-h-11 sm:py-1',
        hasList && 'border-t',
      )}
    >
      <p role="status">{text}</p>
      {onRetry && (
        <button type="button" onClick={onRetry} className="link hit-44">
          Try again
        </button>
      )}
      {hasList && (
        <p aria-hidden="true" className="flex items-center gap-1.5 max-sm:hidden">
          <KeyCap>↑</KeyCap>
          <KeyCap>↓</KeyCap> select
          <KeyCap>Enter</KeyCap> open
        </p>
      )}
    </div>
  )
}

function Group({ group, onOpen }: { group: FinderGroup; onOpen: (item: FinderItem) => void }) {
  return (
    <Command.Group
      heading={group.title}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-13 [&_[cmdk-group-heading]]:text-muted-foreground"
    >
      {group.items.map((item) => {
        const Icon = ICONS[item.kind]
        return (
          <Command.Item
            key={item.to}
            value={`${group.title} ${item.to}`}
            onSelect={() => onOpen(item)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 data-[selected=true]:bg-muted"
          >
            <Icon className="size-4.5 shrink-0 stroke-[1.75] text-subtle-foreground" />
            <span className="min-w-0">
              <span className="block truncate text-15 font-medium">
                <ContentText language={item.language ?? null}>{item.label}</ContentText>
              </span>
              {item.detail && (
                <span className="block truncate text-13 text-muted-foreground">{item.detail}</span>
              )}
            </span>
          </Command.Item>
        )
      })}
    </Command.Group>
  )
}

/** Sets aria-activedescendant, which cmdk doesn't update for new options. */
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

function countText(typed: string, count: number) {
  if (typed.trim() === '') return null
  return count === 0 ? 'No results' : plural(count, { one: '# result', other: '# results' })
}
