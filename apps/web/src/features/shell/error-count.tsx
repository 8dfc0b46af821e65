import type { FieldErrors } from 'react-hook-form'

export function ErrorCount({ errors, isShown }: { errors: FieldErrors; isShown: boolean }) {
  const count = Object.keys(errors).filter((name) => name !== 'root').length
  return (
    <output className="block text-15 text-destructive-ink">
      {isShown &&
        count > 0 &&
        (count === 1 ? '1 field needs attention' : `${count} fields need attention`)}
    </output>
  )
}
