import type { Present } from 'contract/presence'
import { formatList } from 'rules/plural'
import { initials } from '#core/initials.ts'
import { OwnText } from '#ui/own-text.tsx'

/** More than this are counted. */
const MOST = 2

/** Who else is here, in circles. */
export function Initials({ people }: { people: readonly Present[] }) {
  if (people.length === 0) return null
  const shown = people.length > MOST ? people.slice(0, MOST - 1) : people
  const others = people.length - shown.length
  return (
    <OwnText className="flex shrink-0">
      <span className="sr-only">{formatList(people.map(({ name }) => name))}</span>
      {shown.map(({ id, name }) => (
        <Circle key={id} title={name}>
          {initials(name)}
        </Circle>
      ))}
      {others > 0 && (
        <Circle title={formatList(people.slice(MOST - 1).map(({ name }) => name))}>
          +{others}
        </Circle>
      )}
    </OwnText>
  )
}

function Circle({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <span
      aria-hidden="true"
      title={title}
      translate="no"
      className="-mr-1 grid size-5.5 place-items-center rounded-full border border-card bg-primary-tint text-[10px] font-semibold text-foreground"
    >
      {children}
    </span>
  )
}
