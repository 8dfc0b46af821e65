import { Slot, Tabs as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

const LIST_LOOK = 'flex gap-2 overflow-x-auto border-b'
const TAB_LOOK =
  'relative inline-flex min-h-11 items-center gap-2 px-3 text-control font-medium whitespace-nowrap text-muted-foreground transition-colors duration-120 after:absolute after:inset-x-2 after:bottom-0 after:h-[3px] after:rounded-t-[3px] hover:text-foreground focus-visible:-outline-offset-3 aria-[current=page]:text-foreground aria-[current=page]:after:bg-primary-ui aria-selected:text-foreground aria-selected:after:bg-primary-ui'

/** Tabs that are routes: put a TabLink around each router link. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={LIST_LOOK}>
      {children}
    </nav>
  )
}

/** The child link says itself that it is the current one, with `aria-current="page"`. */
export function TabLink({ className, ...rest }: ComponentProps<typeof Slot.Root>) {
  return <Slot.Root {...rest} className={cn(TAB_LOOK, className)} />
}

export interface TabsProps extends ComponentProps<typeof Radix.Root> {
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
}

/** Tabs without an address, for parts of one screen. */
export function Tabs({ label, tabs, ...root }: TabsProps) {
  return (
    <Radix.Root {...root}>
      <Radix.List aria-label={label} className={LIST_LOOK}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={TAB_LOOK}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
