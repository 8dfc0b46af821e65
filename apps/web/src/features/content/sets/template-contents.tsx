import { useQuery } from '@tanstack/react-query'
import type { Template, TemplateContent } from 'contract/templates'
import { api } from '#core/api.ts'
import { Button } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

/** The elements and statements of a template, to look at before publishing a copy. */
export function TemplateContents({
  template,
  onClose,
}: {
  template: Template
  onClose: () => void
}) {
  const { id, title, language } = template
  const query = useQuery(api.templates.get.query({ params: { id } }))
  return (
    <Dialog
      open
      isWide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<ContentText language={language}>{title}</ContentText>}
      description="The statements that respondents answer"
      footer={
        <DialogClose asChild>
          <Button variant="outline">Close</Button>
        </DialogClose>
      }
    >
      {query.isError && (
        <QueryError query={query} title="The statements could not be loaded">
          You can still use the template.
        </QueryError>
      )}
      {query.isPending && <SkeletonRows label="Loading the statements" count={6} />}
      {query.data && <Contents content={query.data} />}
    </Dialog>
  )
}

function Contents({ content: { elements, scale, language } }: { content: TemplateContent }) {
  return (
    <div className="space-y-5">
      {scale.length > 0 && (
        <p className="text-14 text-subtle-foreground">
          Levels: <ContentText language={language}>{scale.join(', ')}</ContentText>
        </p>
      )}
      {elements.map(({ title, statements }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two elements may have one title
        <section key={index}>
          <h3 className="text-15 font-semibold wrap-anywhere">
            {index + 1} <ContentText language={language}>{title}</ContentText>
          </h3>
          <ul className="mt-1 divide-y text-14">
            {statements.map((text, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- so may two statements
              <li key={at} className="flex gap-3 py-2">
                <span className="w-10 shrink-0 text-muted-foreground tabular-nums">
                  {index + 1}.{at + 1}
                </span>
                <span className="min-w-0 wrap-anywhere">
                  <ContentText language={language}>{text}</ContentText>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
