import type { ConnectionCheck } from 'contract/connections'
import { CircleAlert, CircleCheck } from 'lucide-react'

interface ConnectionChecksProps {
  checks: readonly ConnectionCheck[] | undefined
  isTesting: boolean
}

/** What was looked at, one line each. */
export function ConnectionChecks({ checks, isTesting }: ConnectionChecksProps) {
  return (
    <div role="status">
      {isTesting && <p className="text-muted-foreground">Asking the provider</p>}
      {!isTesting && checks && (
        <ul aria-label="What was checked" className="space-y-2 rounded-md bg-muted px-4 py-3">
          {checks.map((check) => (
            <Line key={`${check.name} ${check.detail}`} check={check} />
          ))}
          <li className="text-13 text-muted-foreground">Nobody was signed in.</li>
        </ul>
      )}
    </div>
  )
}

function Line({ check: { name, detail, is_ok: isOk } }: { check: ConnectionCheck }) {
  const Icon = isOk ? CircleCheck : CircleAlert
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        role="img"
        aria-label={isOk ? 'Good' : 'Wrong'}
        className={`mt-0.5 size-4.5 shrink-0 stroke-[1.75] ${isOk ? 'text-success-ink' : 'text-destructive-ink'}`}
      />
      <span className="min-w-0">
        <span className="font-medium">{name}</span>
        <span className="block text-13 break-words text-subtle-foreground">{detail}</span>
      </span>
    </li>
  )
}
