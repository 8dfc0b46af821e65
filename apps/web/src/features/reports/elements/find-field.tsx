import { Search } from 'lucide-react'
import { TextField } from '#ui/text-field.tsx'

interface FindFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
}

/** The search field above a long list of a report. */
export function FindField({ label, value, onChange }: FindFieldProps) {
  return (
    <div data-print="hide" className="mb-3 max-w-md">
      <TextField
        type="search"
        dir="auto"
        label={label}
        isLabelHidden
        placeholder={label}
        icon={<Search />}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
