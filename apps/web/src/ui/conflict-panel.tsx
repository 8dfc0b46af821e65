import { GitPullRequestArrow } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface Version {
  title?: string | undefined
  meta?: string | undefined
  value: ReactNode
  action?: string
  isSaving?: boolean
  onChoose: () => void
}

interface Conflict {
  label?: string
  mine: Version
  theirs: Version
}

interface ConflictPanelProps {
  title: string
  conflicts: readonly Conflict[]
  children?: ReactNode
  id?: string
}

/** Shows both versions of what two users changed. Nothing is overwritten until the user chooses one. */
export function ConflictPanel({ title, conflicts, children, id }: ConflictPanelProps) {
  return (
    <section
      role="alert"
      aria-label="Two versions"
      className="@container mb-6 overflow-hidden rounded-lg border border-warning bg-card"
    >
      <h2
        id={id}
        tabIndex={-1}
        className="flex items-center gap-3 border-b border-warning bg-warning-tint px-4 py-2.5 font-semibold"
      >
        <GitPullRequestArrow className="size-5 shrink-0 stroke-[1.75] text-warning-ink" />
        {title}
      </h2>
      {children && (
        <div className="px-4 py-3 text-14 wrap-anywhere text-muted-foreground">{children}</div>
      )}
      <ul className="divide-y">
        {conflicts.map((conflict) => (
          <li key={conflict.label ?? title} className="p-4">
            {conflict.label && <h3 className="mb-2 text-14 font-semibold">{conflict.label}</h3>}
            <div className="grid gap-3 @xl:grid-cols-2">
              <Side
                title="Your version"
                action="Keep your version"
                label={conflict.label}
                {...conflict.mine}
              />
              <Side
                title="Their version"
                action="Use their version"
                label={conflict.label}
                {...conflict.theirs}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SideProps extends Version {
  action: string
  label: string | undefined
}

function Side({ title, meta, value, action, label, isSaving, onChoose }: SideProps) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-md border p-3">
      <p className="text-13 text-muted-foreground">
        <span className="font-medium">{title}</span>
        {meta && <span className="block">{meta}</span>}
      </p>
      <div
        dir="auto"
        className="max-h-48 w-full flex-1 overflow-y-auto text-14 wrap-anywhere whitespace-pre-line"
      >
        {value}
      </div>
      <Button
        variant="outline"
        size="xs"
        isLoading={isSaving}
        aria-label={label && `${action}: ${label}`}
        onClick={onChoose}
      >
        {action}
      </Button>
    </div>
  )
}
