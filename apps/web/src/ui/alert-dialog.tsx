import { AlertDialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { DIALOG_LOOK, SCRIM_LOOK } from '#ui/overlay.ts'
import { useReturnFocus } from '#ui/return-focus.ts'
import { useFirstInvalid } from '#ui/use-first-invalid.ts'

export interface AlertDialogProps extends ComponentProps<typeof Radix.Root> {
  trigger?: ReactNode
  title: ReactNode
  description: ReactNode
  /** A verb and its object: "Publish version 4". */
  actionLabel: string
  actionVariant?: Extract<ButtonVariant, 'primary' | 'destructive'> | undefined
  actionIcon?: ReactNode
  cancelLabel?: string | undefined
  /** The action is running. The dialog stays open to show the result. */
  isLoading?: boolean | undefined
  /** What the user decides about isn't shown yet, so the action can't start. */
  isDisabled?: boolean | undefined
  isWide?: boolean | undefined
  onAction: () => void
}

/** Confirms an action that can't be undone. The focus starts on Cancel, or in the dialog's text field. */
export function AlertDialog(props: AlertDialogProps) {
  const { trigger, title, description, children, ...rest } = props
  const { actionLabel, actionVariant = 'destructive', cancelLabel = 'Cancel', ...more } = rest
  const { isLoading, isDisabled, isWide, actionIcon, onAction, ...root } = more
  const returnFocus = useReturnFocus(Boolean(trigger))
  const { place, onTry, onInput } = useFirstInvalid<HTMLDivElement>()

  function onOpenAutoFocus(event: Event) {
    returnFocus.onOpenAutoFocus()
    const area = (event.target as Element | null)?.querySelector('textarea')
    // A wide dialog has a lot to read before its text field.
    if (!area || isWide) return
    // With the focus on Cancel, typing a space would close the dialog.
    event.preventDefault()
    area.focus()
  }

  return (
    <Radix.Root {...root}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={SCRIM_LOOK} />
        <Radix.Content
          {...returnFocus}
          ref={place}
          onInput={onInput}
          onOpenAutoFocus={onOpenAutoFocus}
          onEscapeKeyDown={(event) => isLoading && event.preventDefault()}
          className={cn(DIALOG_LOOK, isWide ? 'sm:max-w-150' : 'sm:max-w-md')}
        >
          <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-6 pb-5">
            <Radix.Title className="text-21 font-semibold wrap-anywhere">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="text-16 wrap-anywhere text-subtle-foreground">{description}</div>
            </Radix.Description>
            {children}
          </div>
          <div
            className={cn(
              'flex flex-wrap justify-end gap-3 px-6 pb-6 max-sm:*:grow',
              isWide && 'border-t py-4',
            )}
          >
            <Radix.Cancel asChild>
              <Button variant="outline" aria-disabled={isLoading || undefined}>
                {cancelLabel}
              </Button>
            </Radix.Cancel>
            <Button
              variant={actionVariant}
              icon={actionIcon}
              isLoading={isLoading}
              aria-disabled={isDisabled || undefined}
              onClick={() => {
                onTry()
                onAction()
              }}
            >
              {actionLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
