import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const ReactMarkdown = lazy(() => import('react-markdown'))

/** Raw HTML in the text stays text. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton className="w-full" />}>
      <div className="space-y-3 text-16 text-subtle-foreground [&_a]:link [&_h1]:mt-8 [&_h1]:text-21 [&_h1]:font-semibold [&_h1]:text-foreground [&_h2]:mt-8 [&_h2]:text-18 [&_h2]:font-semibold [&_h2]:text-foreground [&_h3]:mt-6 [&_h3]:font-semibold [&_h3]:text-foreground [&_li]:mt-1 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6">
        <ReactMarkdown components={HEADINGS}>{text}</ReactMarkdown>
      </div>
    </Suspense>
  )
}

// The page has its h1 already.
const HEADINGS = { h1: 'h2', h2: 'h2', h3: 'h3' } as const
