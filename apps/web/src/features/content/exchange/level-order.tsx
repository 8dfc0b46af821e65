import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ImportFindings } from 'contract/content-imports'
import { plural } from 'rules/plural'
import { IconButton } from '#ui/button.tsx'

interface LevelOrderProps {
  groups: ImportFindings['groups']
  isLadder: boolean
  /** Keys, the lowest level first. */
  order: readonly string[]
  onChoose: (order: string[]) => void
}

/** The groups of a file, and the order of levels. */
export function LevelOrder({ groups, isLadder, order, onChoose }: LevelOrderProps) {
  const listed = isLadder
    ? order.flatMap((key) => groups.find((group) => group.key === key) ?? [])
    : groups
  function move(from: number, to: number) {
    const keys = listed.map(({ key }) => key)
    const [key] = keys.splice(from, 1)
    if (key !== undefined) onChoose(keys.toSpliced(to, 0, key))
  }
  return (
    <div>
      {isLadder && (
        <p className="mb-1.5 text-15 font-medium">Order of the scope levels, lowest first</p>
      )}
      <ol aria-label="Groups" className="divide-y rounded-lg border bg-card text-14">
        {listed.map(({ key, label, statements }, index) => (
          <li key={key} className="flex min-h-11 items-center gap-3 px-4">
            <span className="min-w-0 flex-1 py-2 wrap-anywhere">
              {label}{' '}
              <span className="ms-2 text-muted-foreground">
                {plural(statements, { one: '# statement', other: '# statements' })}
              </span>
            </span>
            {isLadder && (
              <span className="flex shrink-0">
                <IconButton
                  label={`Move ${label} down`}
                  icon={<ArrowDown />}
                  disabled={index === listed.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  label={`Move ${label} up`}
                  icon={<ArrowUp />}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
