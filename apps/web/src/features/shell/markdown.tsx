import { lazy, Suspense } from 'react'
import type { Options } from 'react-markdown'
import { useContentText } from '#ui/content-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Shows plain text if the renderer can't be loaded. */
export const MarkdownText = lazy(() =>
  import('react-markdown').catch(() => ({ default: PlainText })),
)

function PlainText({ children }: Options) {
  return <p className="whitespace-pre-line">{children}</p>
}

/** Shows the alternative text, because loading images would reveal readers to other sites. */
export const NO_PICTURES = { img: ({ alt }: { alt?: string | undefined }) => alt }

/** Raw HTML in the text stays text. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton className="w-full" />}>
      <div
        {...useContentText()}
        className="space-y-3 text-16 wrap-anywhere text-subtle-foreground [&_a]:link [&_h1]:mt-8 [&_h1]:text-21 [&_h1]:font-semibold [&_h1]:text-foreground [&_h2]:mt-8 [&_h2]:text-18 [&_h2]:font-semibold [&_h2]:text-foreground [&_h3]:mt-6 [&_h3]:font-semibold [&_h3]:text-foreground [&_li]:mt-1 [&_ol]:list-decimal [&_ol]:ps-6 [&_ul]:list-disc [&_ul]:ps-6"
      >
        <MarkdownText components={PARTS}>{text}</MarkdownText>
      </div>
    </Suspense>
  )
}

// The page already has an h1.
const PARTS = { h1: 'h2', h2: 'h2', h3: 'h3', ...NO_PICTURES } as const
