import { lazy, Suspense } from 'react'
import { useContentText } from '#ui/content-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Shows plain text if the renderer can't be loaded. */
export const MarkdownText = lazy(() =>
  import('./markdown-blocks.tsx')
    .then(({ MarkdownBlocks }) => ({ default: MarkdownBlocks }))
    .catch(() => ({ default: PlainText })),
)

function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-line">{text}</p>
}

/** Raw HTML and pictures in the text stay text. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton className="w-full" />}>
      <div
        {...useContentText()}
        className="space-y-3 text-16 wrap-anywhere text-subtle-foreground [&_a]:link [&_h2]:mt-8 [&_h2]:text-18 [&_h2]:font-semibold [&_h2]:text-foreground [&_h3]:mt-6 [&_h3]:font-semibold [&_h3]:text-foreground [&_li]:mt-1 [&_ol]:list-decimal [&_ol]:ps-6 [&_ul]:list-disc [&_ul]:ps-6"
      >
        <MarkdownText text={text} />
      </div>
    </Suspense>
  )
}
