import { useId } from 'react'
import { cn } from '#ui/cn.ts'
import { CONTROL_LOOK } from '#ui/field.tsx'

interface DateFilterProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** One end of a span of days; its word stands before it, since an empty date field says nothing about itself. */
export function DateFilter({ label, value, onChange }: DateFilterProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 text-14">
      <label htmlFor={id} className="text-subtle-foreground max-lg:w-10">
        {label}
      </label>
      <input
        id={id}
        type="date"
        min="2000-01-01"
        max="2100-12-31"
        value={value}
        onChange={(event) => event.target.validity.valid && onChange(event.target.value)}
        className={cn(CONTROL_LOOK, 'h-control w-auto max-lg:flex-1')}
      />
    </div>
  )
}
