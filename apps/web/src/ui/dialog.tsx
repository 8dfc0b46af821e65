import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { createContext, use, type ComponentProps, type ReactNode } from 'react'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { DIALOG_LOOK, SCRIM_LOOK } from '#ui/overlay.ts'
import { useReturnFocus } from '#ui/return-focus.ts'

export interface DialogProps extends ComponentProps<typeof Radix.Root> {
  trigger?: ReactNode
  title: ReactNode
  description?: ReactNode
  /** The buttons. Cancel is first, the main action is last. */
  footer?: ReactNode
  isWide?: boolean | undefined
  /** An action of the dialog is running. The dialog stays open to show the result. */
  isBusy?: boolean | undefined
}

const Busy = createContext(false)

/** For one decision or at most four fields. Put DialogClose around a Cancel button. */
export function Dialog(props: DialogProps) {
  const { trigger, title, description, footer, isWide, isBusy = false, ...rest } = props
  const { children, ...root } = rest
  const returnFocus = useReturnFocus(Boolean(trigger))
  return (
    <Busy value={isBusy}>
      <Radix.Root {...root}>
        {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
        <Radix.Portal>
          <Radix.Overlay className={SCRIM_LOOK} />
          <Radix.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            {...returnFocus}
            onEscapeKeyDown={(event) => isBusy && event.preventDefault()}
            onInteractOutside={(event) => isBusy && event.preventDefault()}
            className={cn(DIALOG_LOOK, isWide ? 'sm:max-w-3xl' : 'sm:max-w-140')}
          >
            <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-6 pt-5 pb-6">
              <div className="pr-10">
                <Radix.Title className="text-21 font-semibold wrap-anywhere">{title}</Radix.Title>
                {description && (
                  <Radix.Description className="mt-1 text-15 text-subtle-foreground">
                    {description}
                  </Radix.Description>
                )}
              </div>
              {children}
            </div>
            {footer && (
              <div className="flex flex-wrap justify-end gap-3 border-t px-6 py-4 max-sm:*:grow">
                {footer}
              </div>
            )}
            <DialogClose asChild>
              <IconButton label="Close" icon={<X />} className="absolute top-3 right-3" />
            </DialogClose>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Busy>
  )
}

export function DialogClose(props: ComponentProps<typeof Radix.Close>) {
  const isBusy = use(Busy)
  return <Radix.Close {...props} aria-disabled={isBusy || undefined} />
}
