import { lazy, Suspense } from 'react'
import type { Options } from 'react-markdown'
import { Skeleton } from '#ui/skeleton.tsx'

/** Without the connection that its part needs the text stands as it was written. */
export const MarkdownText = lazy(() =>
  import('react-markdown').catch(() => ({ default: AsWritten })),
)

function AsWritten({ children }: Options) {
  return <p className="whitespace-pre-line">{children}</p>
}

/** A picture would ask another site for itself, and tell it who reads: its words stand for it. */
export const NO_PICTURES = { img: ({ alt }: { alt?: string | undefined }) => alt }

/** Raw HTML in the text stays text. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton className="w-full" />}>
      <div
        dir="auto"
        className="space-y-3 text-16 wrap-anywhere text-subtle-foreground [&_a]:link [&_h1]:mt-8 [&_h1]:text-21 [&_h1]:font-semibold [&_h1]:text-foreground [&_h2]:mt-8 [&_h2]:text-18 [&_h2]:font-semibold [&_h2]:text-foreground [&_h3]:mt-6 [&_h3]:font-semibold [&_h3]:text-foreground [&_li]:mt-1 [&_ol]:list-decimal [&_ol]:ps-6 [&_ul]:list-disc [&_ul]:ps-6"
      >
        <MarkdownText components={PARTS}>{text}</MarkdownText>
      </div>
    </Suspense>
  )
}

// The page has its h1 already.
const PARTS = { h1: 'h2', h2: 'h2', h3: 'h3', ...NO_PICTURES } as const
