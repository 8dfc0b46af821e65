import { SelectField } from '#ui/select-field.tsx'

interface YearSelectProps {
  year: number
  years: readonly number[]
  onChoose: (year: number) => void
}

export function YearSelect({ year, years, onChoose }: YearSelectProps) {
  return (
    <SelectField
      label="Year"
      isLabelHidden
      fieldClassName="min-w-26"
      value={year}
      options={years.map((each) => ({ value: String(each), label: String(each) }))}
      onChange={({ target }) => onChoose(Number(target.value))}
    />
  )
}
