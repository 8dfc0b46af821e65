import { useId } from 'react'
import { cn } from '#ui/cn.ts'
import { CONTROL_LOOK } from '#ui/field.tsx'
import { useTyped } from './use-typed.ts'

interface DateFilterProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** One end of a span of days; its word stands before it, since an empty date field says nothing about itself. */
export function DateFilter({ label, value, onChange }: DateFilterProps) {
  const id = useId()
  // A year that is being typed is none yet, and taking it away would leave nothing to type on.
  const { typed, setTyped, noteSent } = useTyped(value)
  function change({ value: day, validity }: HTMLInputElement) {
    setTyped(day)
    if (!validity.valid || day === value) return
    noteSent(day)
    onChange(day)
  }
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
        value={typed}
        onChange={(event) => change(event.target)}
        // Its last part taken away is no change to the browser: with the first one it had no value any more.
        onKeyUp={({ currentTarget }) => currentTarget.value === '' && change(currentTarget)}
        className={cn(CONTROL_LOOK, 'h-control w-auto max-lg:flex-1')}
      />
    </div>
  )
}
