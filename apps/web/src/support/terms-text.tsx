import type { PublicTerms } from 'contract/terms'
import { Markdown } from './markdown.tsx'
import { useTenant } from '#core/tenant.ts'

export function TermsText({ terms: { text, addition } }: { terms: PublicTerms }) {
  const { name } = useTenant()
  return (
    <>
      <Markdown text={text} />
      {addition && (
        <section aria-labelledby="addition" className="mt-10 border-t pt-6">
          <h2 id="addition" className="mb-3 text-21 font-semibold">
            {`Additional terms from ${name}`}
          </h2>
          <Markdown text={addition.text} />
        </section>
      )}
    </>
  )
}
