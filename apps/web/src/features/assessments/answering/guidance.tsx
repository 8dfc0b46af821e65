import { Suspense } from 'react'
import { MarkdownText } from '#support/markdown.tsx'
import { useContentText } from '#ui/content-text.tsx'
import { Disclosure } from '#ui/disclosure.tsx'

export function Guidance({ text }: { text: string }) {
  return (
    <Disclosure
      title="Guidance"
      className="mb-5 border-t md:short:mb-2 md:short:[&>summary]:min-h-10 md:short:pointer-fine:[&>summary]:min-h-9 md:short:pointer-fine:[&>summary]:py-1.5"
    >
      <div
        {...useContentText()}
        className="measure space-y-2 text-15 wrap-anywhere text-subtle-foreground [&_li]:ms-5 [&_ol]:list-decimal [&_ul]:list-disc"
      >
        <Suspense>
          <MarkdownText text={text} />
        </Suspense>
      </div>
    </Disclosure>
  )
}
