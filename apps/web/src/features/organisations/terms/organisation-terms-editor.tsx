import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { OrganisationTerms } from 'contract/terms'
import { OrganisationTermsBody } from 'contract/terms-editing'
import { field } from '#core/field-errors.ts'
import { api } from '#core/api.ts'
import { formatMoment } from '#core/time.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { MarkdownField } from '#support/markdown-field.tsx'
import { RecordConflict } from '#features/records/record-conflict.tsx'
import { UnsavedGuard } from '#features/records/leave-question.tsx'
import { useEditedRecord } from '#features/records/use-edited-record.ts'
import { Button } from '#ui/button.tsx'

const OrganisationTermsValues = OrganisationTermsBody.omit({ version: true })
type Stored = Pick<OrganisationTerms, 'text' | 'version'>

export function OrganisationTermsEditor() {
  const [newest] = useSuspenseQuery(api.termsEditing.additions.query()).data.additions
  const queryClient = useQueryClient()
  const record = useEditedRecord<Stored, { text: string }>({
    place: 'terms addition',
    stored: storedIn(newest),
    resolver: zodResolver(OrganisationTermsValues),
    labels: { text: 'Text' },
    valuesOf: ({ text }) => ({ text }),
    save: async ({ version }, { text }) => {
      const answer = await api.termsEditing.publishOrganisationTerms.call({
        body: { text, version },
      })
      queryClient.setQueryData(api.termsEditing.additions.query().queryKey, answer)
      return storedIn(answer.additions[0])
    },
    theirsIn: (details) => (details as { addition?: Stored | null } | undefined)?.addition ?? null,
    onSaved: () => queryClient.invalidateQueries({ queryKey: api.terms.current.key }),
    savedTitle: 'Organisation-specific terms published',
  })
  const { form, values, changes, failure, isSaving } = record
  const [wasUnchanged, setUnchanged] = useState(false)
  const text = field(form, 'text')
  return (
    <form
      noValidate
      className="max-w-4xl space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        setUnchanged(changes.length === 0)
        if (changes.length > 0) record.submit()
        else form.setFocus('text')
      }}
    >
      <MarkdownField
        label="Text"
        hint={hintOf(newest)}
        text={values.text}
        {...text}
        error={
          wasUnchanged && changes.length === 0
            ? 'Nothing has changed yet. Edit the text, then publish.'
            : text.error
        }
      />
      <RecordConflict
        title="Someone else changed these terms while you were editing"
        record={record}
      />
      <FailureAlert error={failure} title="The terms were not published." />
      <Button type="submit" isLoading={isSaving}>
        {isSaving ? 'Publishing' : 'Publish terms'}
      </Button>
      <UnsavedGuard isDirty={changes.length > 0} what="these terms" />
    </form>
  )
}

function storedIn(addition: Stored | undefined): Stored {
  return { text: addition?.text ?? '', version: addition?.version ?? 0 }
}

function hintOf(newest: OrganisationTerms | undefined) {
  if (newest === undefined)
    return 'Users who have already accepted the terms don’t have to accept them again.'
  const when = formatMoment(newest.published_at)
  if (newest.text === '') return `The organisation-specific terms were removed on ${when}.`
  return `Version ${newest.version}, published ${when}. To remove these terms, clear the text and publish.`
}
