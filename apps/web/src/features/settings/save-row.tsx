import type { FieldErrors } from 'react-hook-form'
import { ErrorCount } from '#features/shell/error-count.tsx'
import { Button } from '#ui/button.tsx'

interface SaveRowProps {
  label: string
  isSaving: boolean
  errors: FieldErrors
  isSubmitted: boolean
}

export function SaveRow({ label, isSaving, errors, isSubmitted }: SaveRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button type="submit" variant="outline" isLoading={isSaving}>
        {isSaving ? 'Saving' : label}
      </Button>
      <ErrorCount errors={errors} isShown={isSubmitted} />
    </div>
  )
}
