import { ACTION_LENGTHS } from 'contract/list-sizes'
import type { PlannedAction } from 'contract/plan'
import { useState } from 'react'
import { formatNumber } from 'rules/plural'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { type Change, type ChangeActions, staleIn } from './use-change-actions.ts'

interface ActionDialogProps {
  action: PlannedAction
  changing: ChangeActions
  onClose: () => void
}

/** What an action is, and what there is to say about it. What is typed stays when a change made before is saved. */
export function ActionDialog({ action, changing, onClose }: ActionDialogProps) {
  const [opened] = useState(action)
  const [title, setTitle] = useState(action.title)
  const [note, setNote] = useState(action.note)
  const [isSubmitted, setSubmitted] = useState(false)
  const fault = faultIn(title, note)

  function submit() {
    setSubmitted(true)
    if (fault) return
    const change: Change = {
      ...(title.trim() !== opened.title && { title }),
      ...(note.trim() !== opened.note && { note }),
    }
    if (Object.keys(change).length === 0) return onClose()
    const isChangedByOthers =
      ('title' in change && action.title !== opened.title) ||
      ('note' in change && action.note !== opened.note)
    if (isChangedByOthers) {
      onClose()
      return changing.ask(action, change)
    }
    changing.mutate(
      { actions: [action], change },
      {
        onSuccess: onClose,
        // What is asked about is decided there.
        onError: (error) => staleIn(error) && onClose(),
      },
    )
  }

  return (
    <Dialog
      open
      isBusy={changing.isPending}
      onOpenChange={onClose}
      title="Edit action"
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="action" isLoading={changing.isPending}>
            Save
          </Button>
        </>
      }
    >
      <Form id="action" onSubmit={submit} className="space-y-5">
        {action.may === 'everything' && (
          <TextField
            label="Action"
            value={title}
            error={isSubmitted && fault?.field === 'title' ? fault.message : undefined}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
        <TextArea
          label="Note"
          isOptional
          limit={ACTION_LENGTHS.note}
          value={note}
          error={isSubmitted && fault?.field === 'note' ? fault.message : undefined}
          onChange={({ target }) => setNote(target.value)}
        />
      </Form>
      <FailureAlert
        error={changing.conflict ? null : changing.error}
        title="Nothing was changed."
      />
    </Dialog>
  )
}

function faultIn(title: string, note: string) {
  if (title.trim() === '') return { field: 'title', message: 'Enter an action' }
  if (title.length > ACTION_LENGTHS.title)
    return {
      field: 'title',
      message: `Shorten the action to ${formatNumber(ACTION_LENGTHS.title)} characters`,
    }
  if (note.length > ACTION_LENGTHS.note)
    return {
      field: 'note',
      message: `Shorten the note to ${formatNumber(ACTION_LENGTHS.note)} characters`,
    }
  return undefined
}
