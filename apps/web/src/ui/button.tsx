import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cn } from '#ui/cn.ts'
import { Spinner } from '#ui/spinner.tsx'

export type ButtonVariant = 'primary' | 'outline' | 'ghost' | 'destructive' | 'destructive-outline'
export type ButtonSize = 'lg' | 'md' | 'sm' | 'xs'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: ReactNode
  iconEnd?: ReactNode
  isLoading?: boolean | undefined
  asChild?: boolean | undefined
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-primary-foreground hover:bg-primary-hover',
  outline: 'border-input bg-card text-foreground hover:bg-muted',
  ghost: 'text-foreground hover:bg-muted',
  destructive: 'bg-destructive text-destructive-foreground hover:brightness-92',
  'destructive-outline':
    'border-destructive bg-card text-destructive-ink hover:bg-destructive-tint',
}

// md follows the page: 44 px for respondents, 40 px inside `dense`.
const SIZES: Record<ButtonSize, string> = {
  lg: 'min-h-12 text-16 [--pad:20px]',
  md: 'min-h-control text-control [--pad:16px]',
  sm: 'min-h-10 text-14 [--pad:14px]',
  xs: 'hit-44 min-h-9 text-14 [--pad:12px]',
}

const SHAPE =
  'inline-flex max-w-full items-center justify-center gap-2 rounded-md border border-transparent px-(--pad) py-1.5 text-center font-medium wrap-break-word select-none transition-[background-color,border-color,color,filter] duration-120 print:hidden [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]'

const UNAVAILABLE =
  'disabled:cursor-not-allowed disabled:border-dashed disabled:border-input disabled:bg-transparent disabled:text-muted-foreground disabled:brightness-100 aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:border-input aria-disabled:bg-transparent aria-disabled:text-muted-foreground aria-disabled:brightness-100'

export function Button(props: ButtonProps) {
  const { asChild, isLoading, icon, iconEnd, children, variant, size, className, ...rest } = props
  const Part = asChild ? Slot.Root : 'button'
  const { start, end, isBare } = withSpinner({ isLoading, icon, iconEnd })
  return (
    <Part
      {...(!asChild && { type: 'button' as const })}
      {...rest}
      aria-busy={isLoading || undefined}
      onClick={(event) => onClickUnlessBlocked(event, props)}
      className={cn(
        buttonLook(variant, size),
        isLoading && 'cursor-progress',
        isBare && 'pr-[calc(var(--pad)-9px)] pl-[calc(var(--pad)+9px)]',
        className,
      )}
    >
      {start}
      <Slot.Slottable child={children}>{(content) => <>{content}</>}</Slot.Slottable>
      {end}
    </Part>
  )
}

/** The spinner replaces the icon, or sits in the padding if there is none, so that the width stays the same. */
function withSpinner({
  isLoading,
  icon,
  iconEnd,
}: Pick<ButtonProps, 'isLoading' | 'icon' | 'iconEnd'>) {
  if (!isLoading) return { start: icon, end: iconEnd, isBare: false }
  if (icon) return { start: <Spinner />, end: iconEnd, isBare: false }
  if (iconEnd) return { start: null, end: <Spinner />, isBare: false }
  return { start: <Spinner className="-mr-1.5 -ml-5" />, end: null, isBare: true }
}

/** The classes of a button, for other elements such as links. */
export function buttonLook(variant: ButtonVariant = 'primary', size: ButtonSize = 'md') {
  return cn(SHAPE, VARIANTS[variant], SIZES[size], UNAVAILABLE)
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'iconEnd' | 'children'> {
  label: string
  icon: ReactNode
}

export function IconButton({ label, variant = 'ghost', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      className={cn('aspect-square px-0 py-0', className)}
    />
  )
}

// aria-disabled keeps the button focusable but doesn't block clicks.
function onClickUnlessBlocked(
  event: MouseEvent<HTMLButtonElement>,
  props: Pick<ButtonProps, 'isLoading' | 'aria-disabled' | 'onClick'>,
) {
  const isUnavailable = String(props['aria-disabled']) === 'true'
  // The second click of a double click can arrive before the button is busy, and must not send again.
  const isSecond = props.isLoading !== undefined && event.detail > 1
  if (props.isLoading || isUnavailable || isSecond) {
    event.preventDefault()
    return
  }
  props.onClick?.(event)
}
