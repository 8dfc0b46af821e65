import { isolated } from '#core/isolated.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { plural } from 'rules/plural'
import { showSuccess } from '#core/toast.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import type { Edition } from './edition-labels.ts'

export interface EditionQuestion {
  about: 'retire' | 'delete'
  edition: Edition
}

interface EditionDialogProps {
  question: EditionQuestion
  onClose: () => void
  onDeleted?: ((id: number) => unknown) | undefined
}

export function EditionDialog({ question, onClose, onDeleted }: EditionDialogProps) {
  const { about, edition } = question
  if (about === 'retire') return <RetireDialog edition={edition} onClose={onClose} />
  return <DeleteDialog edition={edition} onClose={onClose} onDeleted={onDeleted} />
}

interface OneDialogProps extends Omit<EditionDialogProps, 'question'> {
  edition: Edition
}

function RetireDialog({ edition, onClose }: OneDialogProps) {
  const { id, version } = edition
  const changed = useContentChanged()
  const retire = useMutation({
    mutationFn: () => api.editions.retire.call({ params: { id } }),
    onSuccess: async () => {
      showSuccess(`Version ${version} retired`)
      await changed()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Retire version ${version}?`}
      description={retireText(edition)}
      actionLabel={`Retire version ${version}`}
      mutation={retire}
      failure="The version was not retired."
    />
  )
}

function retireText({ title, isTemplate, assessments }: Edition) {
  if (isTemplate)
    return `You’ll no longer be able to copy this version of “${isolated(title)}” to organisations. Their admins can’t choose it as a template any more. Existing copies don’t change.`
  return `Respondents can’t start new “${isolated(title)}” assessments with this version. ${startedText(assessments)} Reports don’t change.`
}

function startedText(assessments: number | null) {
  if (assessments === 0) return ''
  if (assessments === null) return 'Respondents can still finish assessments that use this version.'
  return plural(assessments, {
    one: 'Respondents can still finish the assessment that uses this version.',
    other: 'Respondents can still finish the # assessments that use this version.',
  })
}

function DeleteDialog({ edition, onClose, onDeleted }: OneDialogProps) {
  const { id, version, status } = edition
  const changed = useContentChanged()
  const queryClient = useQueryClient()
  const isDraft = status === 'draft'
  const remove = useMutation({
    mutationFn: () => api.editions.remove.call({ params: { id } }),
    onSuccess: async () => {
      showSuccess(isDraft ? 'Draft deleted' : `Version ${version} deleted`)
      // Waits for the next page, so that the deleted version isn't shown again.
      await onDeleted?.(id)
      onClose()
      queryClient.removeQueries({
        queryKey: api.contentSets.get.query({ params: { id } }).queryKey,
      })
      await changed()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={isDraft ? 'Delete this draft?' : `Delete version ${version}?`}
      description={deleteText(edition)}
      actionLabel={isDraft ? 'Delete draft' : `Delete version ${version}`}
      mutation={remove}
      failure={isDraft ? 'The draft was not deleted.' : 'The version was not deleted.'}
    />
  )
}

function deleteText({ title, version, status, isTemplate }: Edition) {
  if (status === 'draft')
    return `The draft of “${isolated(title)}”, version ${version}, is deleted for all authors. You can’t restore it. Published versions don’t change.`
  const condition = isTemplate
    ? 'You can delete a version only if no organisation has a copy.'
    : 'You can delete a version only if no one has used it.'
  return `You can’t restore “${isolated(title)}”, version ${version}, after deleting it. ${condition}`
}
