import type { Overview } from 'contract/assessments'
import type { ContentSetSummary } from 'contract/content-set-summary'
import { Markdown } from '#support/markdown.tsx'
import { ContentLanguage, useContentText } from '#ui/content-text.tsx'
import { Disclosure } from '#ui/disclosure.tsx'

type Texts = Pick<ContentSetSummary, 'description'> & { introduction: string | null }

/** A longer text, or any on a phone, would push the next step off the first screen. */
const OPEN_UP_TO = 1500
const WIDE = window.matchMedia('(width >= 48rem)')

/** What the content set is about and how to answer it. Open until the assessment is started. */
export function AboutContentSet({ overview }: { overview: Overview }) {
  const { content_set: set, assessment } = overview
  const length = set === null ? 0 : lengthOf(set)
  if (set === null || length === 0) return null
  return (
    <Disclosure
      key={`${set.id} ${assessment === null}`}
      open={assessment === null && length <= OPEN_UP_TO && WIDE.matches}
      title="About this assessment"
      className="mb-8 border-y last:border-b"
    >
      <ContentLanguage of={set.language}>
        <ContentSetTexts {...set} />
      </ContentLanguage>
    </Disclosure>
  )
}

export function ContentSetTexts({ description, introduction }: Texts) {
  const text = useContentText()
  return (
    <div {...text} className="max-w-[68ch] space-y-3">
      {description && (
        <p className="whitespace-pre-line wrap-anywhere text-subtle-foreground">{description}</p>
      )}
      {introduction && <Markdown text={introduction} />}
    </div>
  )
}

function lengthOf({ description, introduction }: Texts) {
  return (description?.length ?? 0) + (introduction?.length ?? 0)
}
