import { GitPullRequestArrow } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { chosen } from './draft-saving.ts'
import type { PartClash } from './draft-state.ts'
import { FIELDS } from '#features/content/editor/field-words.ts'
import { placeWords } from '#features/content/outline/outline-rows.ts'
import { isFields } from './path.ts'

export const TWO_VERSIONS = 'two-versions'

/** Where two authors wrote different things at once: both stand here, and nothing is overwritten unseen. */
export function ConflictList() {
  const clashes = useDraft((state) => state.clashes)
  const [first] = clashes
  if (!first) return null
  return (
    <section
      role="alert"
      aria-label="Two versions"
      className="mb-6 overflow-hidden rounded-lg border border-warning bg-card"
    >
      <h2
        id={TWO_VERSIONS}
        tabIndex={-1}
        className="flex items-center gap-3 border-b border-warning bg-warning-tint px-4 py-2.5 font-semibold"
      >
        <GitPullRequestArrow
          aria-hidden="true"
          className="size-5 shrink-0 stroke-[1.75] text-warning-ink"
        />
        {nameOf(first)} changed the same at the same time
      </h2>
      <p className="px-4 pt-3 text-14 text-muted-foreground">
        Everything else of both is kept already. Until you choose, what is written here is not
        saved.
      </p>
      <ul className="divide-y">
        {clashes.map((clash) => (
          <OneClash key={`${clash.elementId} ${clash.path.join(' ')}`} clash={clash} />
        ))}
      </ul>
    </section>
  )
}

function OneClash({ clash }: { clash: PartClash }) {
  const { draft } = useBuilder()
  const where = useDraft((state) => {
    const key = clash.path[0] === 'statements' ? (clash.path[1] ?? null) : null
    return placeWords(state, clash.elementId, key)
  })
  const choose = (whose: 'mine' | 'theirs') =>
    draft.setState((state) => chosen(state, clash, whose))
  const what = wordsOf(clash.path)
  const { mine, theirs } = clash.isOwn ? TABS : AUTHORS
  return (
    <li className="p-4">
      <h3 className="mb-2 text-14 font-semibold">
        {where}, {what}
      </h3>
      <div className="grid gap-3 @xl:grid-cols-2">
        <Version
          title={mine.title}
          value={clash.mine}
          label={`${mine.choose}: ${what}`}
          onChoose={() => choose('mine')}
        >
          {mine.choose}
        </Version>
        <Version
          title={theirs.title}
          value={clash.theirs}
          label={`${theirs.choose}: ${what}`}
          onChoose={() => choose('theirs')}
        >
          {theirs.choose}
        </Version>
      </div>
    </li>
  )
}

const AUTHORS = {
  mine: { title: 'Yours', choose: 'Keep yours' },
  theirs: { title: 'Theirs', choose: 'Use theirs' },
}
const TABS = {
  mine: { title: 'In this tab', choose: 'Keep this' },
  theirs: { title: 'In the other tab', choose: 'Use the other' },
}

function nameOf({ by, isOwn }: PartClash) {
  return isOwn ? 'You, in another tab,' : (by ?? 'Another author')
}

interface VersionProps {
  title: string
  value: unknown
  label: string
  onChoose: () => void
  children: string
}

function Version({ title, value, label, onChoose, children }: VersionProps) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-md border p-3">
      <p className="text-13 text-muted-foreground">{title}</p>
      <p
        dir="auto"
        className="max-h-48 w-full flex-1 overflow-y-auto text-14 wrap-anywhere whitespace-pre-line"
      >
        {shown(value)}
      </p>
      <Button variant="outline" size="xs" aria-label={label} onClick={onChoose}>
        {children}
      </Button>
    </div>
  )
}

function wordsOf(path: PartClash['path']) {
  if (path.length === 0) return 'the whole element'
  const named = path.findLast((step) => FIELDS[step] !== undefined)
  if (named) return FIELDS[named] ?? named
  return path.includes('responses') ? 'a response' : 'a statement'
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'Removed'
  if (Array.isArray(value)) return value.map(shown).join('\n') || 'Empty'
  if (isFields(value)) return shown(value['text'] ?? value['title'] ?? value['label'])
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  return PLAIN[words] ?? words
}

const PLAIN: Record<string, string | undefined> = { '': 'Empty', true: 'Yes', false: 'No' }
