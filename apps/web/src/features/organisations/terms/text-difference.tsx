import { lineChanges } from '#support/text-changes.ts'
import { cn } from '#ui/cn.ts'

/** Compares two texts by line; changes have a sign and a label as well as a colour. */
export function TextDifference({ older, newer }: { older: string; newer: string }) {
  const parts = lineChanges(older, newer)
  if (parts.every(({ added, removed }) => !added && !removed))
    return <p className="text-subtle-foreground">Both versions have the same text.</p>
  return (
    <div
      role="region"
      aria-label="Differences"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      className="max-h-160 overflow-y-auto rounded-lg border bg-card p-4 text-14"
    >
      {parts.map(({ value, added, removed }, index) => {
        const Part = partOf(added, removed)
        return (
          <Part
            // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other name
            key={index}
            className={cn(
              'block px-2 py-0.5 whitespace-pre-wrap no-underline',
              added && 'bg-success-tint text-success-ink',
              removed && 'bg-destructive-tint text-destructive-ink',
            )}
          >
            {added && <Sign label="Added: " sign="+ " />}
            {removed && <Sign label="Removed: " sign="− " />}
            {value.replace(/\n$/, '')}
          </Part>
        )
      })}
    </div>
  )
}

function partOf(added: boolean, removed: boolean) {
  if (added) return 'ins'
  return removed ? 'del' : 'span'
}

function Sign({ label, sign }: { label: string; sign: string }) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="font-semibold">
        {sign}
      </span>
    </>
  )
}
