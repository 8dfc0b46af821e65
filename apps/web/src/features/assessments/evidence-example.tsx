import { Suspense } from 'react'
import { MarkdownText } from '#support/markdown.tsx'
import { useContentText } from '#ui/content-text.tsx'

/** What good evidence looks like, beside the files. */
export function EvidenceExample({ text }: { text: string | null }) {
  const content = useContentText()
  if (text === null) return null
  return (
    <section aria-label="What good evidence looks like" className="mt-1.5 mb-3 border-s-2 ps-3">
      <p className="text-13 font-medium text-muted-foreground">What good evidence looks like</p>
      <div
        {...content}
        className="mt-1 space-y-2 text-14 wrap-anywhere text-subtle-foreground [&_a]:link [&_li]:ms-5 [&_ol]:list-decimal [&_ul]:list-disc"
      >
        <Suspense>
          <MarkdownText text={text} />
        </Suspense>
      </div>
    </section>
  )
}
