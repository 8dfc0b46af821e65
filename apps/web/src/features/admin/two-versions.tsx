import { GitPullRequestArrow } from 'lucide-react'
import { Button } from '#ui/button.tsx'

export interface Difference {
  label: string
  mine: string
  theirs: string
}

interface TwoVersionsProps {
  /** What somebody else saved: "this person". */
  what: string
  differences: readonly Difference[]
  isSaving: boolean
  onUseMine: () => void
  onUseTheirs: () => void
}

/** Two people changed the same thing: the second sees both and chooses; nothing is overwritten unseen. */
export function TwoVersions(props: TwoVersionsProps) {
  const { what, differences, isSaving, onUseMine, onUseTheirs } = props
  return (
    <section
      role="alert"
      aria-label="Two versions"
      className="mb-6 overflow-hidden rounded-lg border border-warning bg-card"
    >
      <h2 className="flex items-center gap-3 border-b border-warning bg-warning-tint px-4 py-2.5 font-semibold">
        <GitPullRequestArrow
          aria-hidden="true"
          className="size-5 shrink-0 stroke-[1.75] text-warning-ink"
        />
        Somebody else saved {what} in the meantime
      </h2>
      <table className="w-full text-left text-14">
        <thead className="border-b text-13 text-muted-foreground">
          <tr>
            <th className="px-4 py-2 font-medium">Field</th>
            <th className="px-4 py-2 font-medium">Yours</th>
            <th className="px-4 py-2 font-medium">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ label, mine, theirs }) => (
            <tr key={label} className="border-b">
              <th scope="row" className="px-4 py-2 align-top font-medium">
                {label}
              </th>
              <td className="px-4 py-2 align-top wrap-anywhere">{mine || 'Empty'}</td>
              <td className="px-4 py-2 align-top wrap-anywhere">{theirs || 'Empty'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="px-4 pt-3 text-14 text-muted-foreground">
        Saving yours keeps what they changed elsewhere.
      </p>
      <div className="flex flex-wrap gap-3 p-4">
        <Button variant="outline" isLoading={isSaving} onClick={onUseMine}>
          Save mine
        </Button>
        <Button variant="outline" onClick={onUseTheirs}>
          Use theirs
        </Button>
      </div>
    </section>
  )
}
