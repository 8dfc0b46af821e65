import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { FLOAT_LOOK, SCRIM_LOOK } from '#ui/overlay.ts'

const SIDES = {
  left: 'left-0 data-[state=open]:animate-sheet-left',
  right: 'right-0 data-[state=open]:animate-sheet-right',
} as const

export interface SheetProps extends ComponentProps<typeof Radix.Root> {
  trigger?: ReactNode
  title: string
  side?: keyof typeof SIDES | undefined
  footer?: ReactNode
  onOpenAutoFocus?: ((event: Event) => void) | undefined
  /** For another focus target on closing. Call `preventDefault` on the event, then move the focus. */
  onCloseAutoFocus?: ((event: Event) => void) | undefined
}

export function Sheet(props: SheetProps) {
  const { trigger, title, side = 'left', footer, children, ...rest } = props
  const { onOpenAutoFocus, onCloseAutoFocus, ...root } = rest
  return (
    <Radix.Root {...root}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={SCRIM_LOOK} />
        <Radix.Content
          aria-describedby={undefined}
          {...(onOpenAutoFocus && { onOpenAutoFocus })}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
          className={cn(
            FLOAT_LOOK,
            'fixed inset-y-0 z-50 flex w-[min(22rem,calc(100%-3rem))] flex-col data-[state=closed]:animate-exit',
            SIDES[side],
          )}
        >
          <div className="flex min-h-16 items-center justify-between gap-4 border-b pr-3 pl-5">
            <Radix.Title className="text-18 font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" icon={<X />} className="ml-auto" />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
          {footer && <div className="flex gap-3 border-t p-5 *:flex-1">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
