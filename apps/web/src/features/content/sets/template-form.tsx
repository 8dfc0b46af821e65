import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Template } from 'contract/templates'
import { LibraryBig } from 'lucide-react'
import { useState } from 'react'
import { plural } from 'rules/plural'
import { api } from '#core/api.ts'
import { invalidate } from '#core/invalidate.ts'
import { isolated } from '#core/isolated.ts'
import { showSuccess } from '#core/toast.ts'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { TemplateContents } from './template-contents.tsx'

export function TemplateForm() {
  const query = useQuery(api.templates.list.query())
  const [chosen, setChosen] = useState<Template>()
  const [shown, setShown] = useState<Template>()
  if (query.isError)
    return (
      <QueryError query={query} title="The templates could not be loaded">
        Try again, or start with a file or a blank set.
      </QueryError>
    )
  if (!query.data) return <SkeletonRows label="Loading templates" count={3} />
  const { templates } = query.data
  if (templates.length === 0)
    return (
      <EmptyState icon={<LibraryBig />} title="No templates yet" headingLevel={2}>
        Templates appear here after the platform publishes them. Start with a file or a blank set.
      </EmptyState>
    )
  return (
    <>
      <ul
        aria-label="Templates"
        className="rounded-lg border bg-card *:border-t *:first:border-t-0"
      >
        {templates.map((template) => (
          <li key={template.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
            <TemplateText template={template} />
            <div className="flex flex-wrap items-center gap-3">
              <Button
                variant="ghost"
                aria-label={`View statements: ${isolated(template.title)}`}
                onClick={() => setShown(template)}
              >
                View statements
              </Button>
              {template.is_used ? (
                <Badge variant="outline">In use</Badge>
              ) : (
                <Button
                  variant="outline"
                  aria-label={`Use template: ${isolated(template.title)}`}
                  onClick={() => setChosen(template)}
                >
                  Use template
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {shown && <TemplateContents template={shown} onClose={() => setShown(undefined)} />}
      {chosen && <UseDialog template={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

function TemplateText({ template }: { template: Template }) {
  const { title, description, language, elements, statements } = template
  const size = plural(elements, { one: '# element', other: '# elements' })
  return (
    <div className="min-w-0 flex-1 basis-72">
      <h2 className="text-15 font-semibold wrap-anywhere">
        <ContentText language={language}>{title}</ContentText>
      </h2>
      <p className="text-13 text-muted-foreground">
        {plural(statements, { one: `# statement in ${size}`, other: `# statements in ${size}` })}
      </p>
      {description !== '' && (
        <p className="mt-1.5 line-clamp-3 text-14 wrap-anywhere text-subtle-foreground">
          <ContentText language={language}>{description}</ContentText>
        </p>
      )}
    </div>
  )
}

function UseDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const copy = useMutation({
    mutationFn: () => api.templates.copy.call({ params: { id: template.id } }),
    onSuccess: async ({ id }) => {
      const { contentSets, templates, assessments } = api
      await invalidate(queryClient, [
        contentSets.list.key,
        templates.list.key,
        assessments.overview.key,
      ])
      await navigate({ to: '/admin/content-sets/$id', params: { id: String(id) } })
      showSuccess('Template published', 'Users can now start their assessments.')
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Publish ${isolated(template.title)} for your users?`}
      description="Your organisation gets its own copy. New assessments use it straight away. You can change it later in a new version."
      actionLabel="Publish template"
      actionVariant="primary"
      mutation={copy}
      failure="The template was not published."
    />
  )
}
