import type { ReportSnapshot } from 'contract/reports'
import type { ReactNode } from 'react'
import { type Words, markTitles } from 'rules/mark-titles'
import { ContentLanguage, ContentText, useContentDirection } from '#ui/content-text.tsx'

interface InReportLanguageProps {
  snapshot: Pick<ReportSnapshot, 'content_set'>
  className?: string
  children: ReactNode
}

/** Gives a report the language and direction of its content set. */
export function InReportLanguage({ snapshot, className, children }: InReportLanguageProps) {
  return (
    <ContentLanguage of={snapshot.content_set.language}>
      <Columns className={className}>{children}</Columns>
    </ContentLanguage>
  )
}

function Columns(props: { className: string | undefined; children: ReactNode }) {
  return <div dir={useContentDirection()} {...props} />
}

interface SentenceProps {
  parts: readonly { text: string; strong: boolean }[]
  titles: readonly string[]
}

/** One of our own sentences, with titles in the language of the content set. */
export function Sentence({ parts, titles }: SentenceProps) {
  const marked = markTitles(parts, titles)
  return (
    <bdi dir="ltr">
      {marked.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of a sentence don't move
        <SentencePart key={index} {...part} />
      ))}
    </bdi>
  )
}

function SentencePart({ text, strong, isTitle }: Words) {
  const content = isTitle ? <ContentText>{text}</ContentText> : text
  return strong ? <strong className="font-semibold">{content}</strong> : content
}
