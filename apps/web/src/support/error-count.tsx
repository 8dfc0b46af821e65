import { plural } from 'rules/plural'
import type { FieldErrors } from 'react-hook-form'

export function ErrorCount({ errors, isShown }: { errors: FieldErrors; isShown: boolean }) {
  const count = Object.keys(errors).filter((name) => name !== 'root').length
  return (
    <output className="block text-15 text-destructive-ink">
      {isShown &&
        count > 0 &&
        plural(count, { one: '# field needs attention', other: '# fields need attention' })}
    </output>
  )
}
