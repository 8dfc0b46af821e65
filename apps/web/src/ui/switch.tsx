import { Check } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode
  hint?: ReactNode
}

// A checkbox has its own checked state, so it needs no `aria-checked`.
const NATIVE_SWITCH = { type: 'checkbox', role: 'switch' } as const

/** For a setting that takes effect immediately. Shows On or Off beside it, so that colour isn't the only sign. */
export function Switch({ label, hint, className, ...input }: SwitchProps) {
  const id = useId()
  return (
    <div className={cn('flex items-center justify-between gap-6', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="text-control font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-13 text-muted-foreground">
            {hint}
          </p>
        )}
      </div>
      <span className="relative flex min-h-11 shrink-0 items-center gap-2.5">
        <input
          {...input}
          id={id}
          {...NATIVE_SWITCH}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer hit-44 h-7 w-12 cursor-pointer appearance-none rounded-full border border-input bg-card transition-colors duration-120 before:absolute before:top-[2px] before:left-[2px] before:size-[22px] before:rounded-full before:bg-input before:transition-transform before:duration-120 checked:border-primary checked:bg-primary checked:before:translate-x-5 checked:before:bg-primary-foreground disabled:cursor-not-allowed disabled:border-dashed"
        />
        <Check className="pointer-events-none absolute right-[5px] hidden size-4 stroke-[2.5] text-primary peer-checked:block" />
        <span
          aria-hidden="true"
          className="order-first w-7 text-right text-14 text-subtle-foreground peer-checked:hidden"
        >
          Off
        </span>
        <span
          aria-hidden="true"
          className="order-first hidden w-7 text-right text-14 text-subtle-foreground peer-checked:inline"
        >
          On
        </span>
      </span>
    </div>
  )
}
