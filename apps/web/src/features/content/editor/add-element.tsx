import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { emptyElement } from '#features/content/saving/draft-making.ts'
import { EditorHead } from './editor-parts.tsx'
import { useView } from '#features/content/use-view.ts'

export function AddElement() {
  const { addElement, canEdit } = useBuilder()
  const { go } = useView()
  const last = useDraft((state) => state.order.at(-1) ?? null)
  const [title, setTitle] = useState('')
  const [isAsked, setAsked] = useState(false)
  const add = useMutation({
    mutationFn: () => addElement(emptyElement(title.trim()), last),
    onSuccess: (elementId) => go({ kind: 'create-quiz', elementId }),
  })
  if (!canEdit) return null
  return (
    <Form
      aria-label="Add element"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (title.trim() !== '') add.mutate()
      }}
    >
      <EditorHead title="Add element" />
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of the form the user opened
        autoFocus
        dir="auto"
        label="Title"
        hint="A topic of the set, for example Suppliers and partners"
        value={title}
        maxLength={500}
        error={isAsked && title.trim() === '' ? 'Enter a title' : undefined}
        onChange={({ target }) => setTitle(target.value)}
      />
      <FailureAlert className="mt-4" error={add.error} title="The element was not added." />
      <Button type="submit" isLoading={add.isPending} className="mt-5">
        Add element
      </Button>
    </Form>
  )
}
