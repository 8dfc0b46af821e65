import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cn } from '#ui/cn.ts'
import { useOpenMenu } from '#ui/open-menu.ts'
import { FLOAT_LOOK } from '#ui/overlay.ts'
import { buttonOf, giveBack, placeBefore } from '#ui/return-focus.ts'
import { SEGMENT_FRAME, SEGMENT_PART } from '#ui/segment.tsx'

const CONTENT_LOOK = `${FLOAT_LOOK} z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-lg p-1.5 data-[state=closed]:animate-exit data-[state=open]:animate-enter`
export const MENU_ITEM_LOOK =
  'flex min-h-10 max-w-100 wrap-anywhere cursor-pointer items-center gap-3 rounded-md px-2.5 py-2 text-15 outline-none select-none focus-visible:outline-2 focus-visible:-outline-offset-2 data-disabled:cursor-not-allowed data-disabled:text-muted-foreground data-highlighted:bg-muted data-[state=open]:bg-muted pointer-coarse:min-h-11 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75] [&_svg]:text-subtle-foreground'

export interface MenuProps extends ComponentProps<typeof Radix.Root> {
  trigger: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  className?: string | undefined
}

export function Menu({ trigger, align = 'end', className, children, ...root }: MenuProps) {
  const before = useRef<HTMLElement | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)

  function change(next: boolean) {
    if (next) before.current = placeBefore(document.activeElement)
    setOpen(next)
    root.onOpenChange?.(next)
  }

  // Straight away, because an open menu holds the focus.
  useOpenMenu(isOpen, () => {
    flushSync(() => change(false))
    button.current?.focus({ preventScroll: true })
  })

  /** Its button opens and closes it. A menu that still fades out would close again what the button just opened. */
  function onPointerDownOutside(event: Event) {
    if (event.target instanceof Node && button.current?.contains(event.target))
      event.preventDefault()
  }

  /** The button gets the focus, unless it was pressed with a pointer outside the main part. */
  function onCloseAutoFocus(event: Event) {
    // What a key opened over the menu has it already.
    if (document.activeElement?.closest('[role$=dialog]')) return event.preventDefault()
    const button = event.target instanceof Element ? buttonOf(event.target) : null
    if (!button || button.closest('main') || before.current === button) return
    event.preventDefault()
    giveBack(before.current)
  }

  return (
    <Radix.Root {...root} open={isOpen} onOpenChange={change}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          onPointerDownOutside={onPointerDownOutside}
          onCloseAutoFocus={onCloseAutoFocus}
          sideOffset={6}
          collisionPadding={8}
          className={cn(CONTENT_LOOK, className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  icon?: ReactNode
  isDestructive?: boolean | undefined
}

/** For a link, use `asChild` and put the icon into the link. */
export function MenuItem({ icon, isDestructive, className, children, ...item }: MenuItemProps) {
  const look = cn(
    MENU_ITEM_LOOK,
    isDestructive &&
      'text-destructive-ink data-highlighted:bg-destructive-tint [&_svg]:text-destructive-ink',
    className,
  )
  if (item.asChild) {
    return (
      <Radix.Item {...item} className={look}>
        {children}
      </Radix.Item>
    )
  }
  return (
    <Radix.Item {...item} className={look}>
      {icon}
      {children}
    </Radix.Item>
  )
}

export interface MenuSegmentProps {
  label: string
  options: readonly { value: string; label: string; icon?: ReactNode }[]
  value: string
  onValueChange: (value: string) => void
}

export function MenuSegment({ label, options, value, onValueChange }: MenuSegmentProps) {
  return (
    <>
      <Radix.Label className="px-2.5 pt-2 pb-1.5 text-13 text-muted-foreground">
        {label}
      </Radix.Label>
      <Radix.RadioGroup
        aria-label={label}
        value={value}
        onValueChange={onValueChange}
        className={cn(SEGMENT_FRAME, 'mx-1 flex bg-popover')}
      >
        {options.map((option) => (
          <Radix.RadioItem
            key={option.value}
            value={option.value}
            onSelect={(event) => event.preventDefault()}
            className={cn(
              SEGMENT_PART,
              'cursor-pointer flex-col gap-0.5 px-2 text-13 outline-none data-highlighted:text-foreground data-highlighted:outline-2 data-highlighted:outline-offset-2 data-highlighted:outline-ring data-[state=checked]:data-highlighted:text-background',
            )}
          >
            {option.icon}
            {option.label}
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-border" />
}
