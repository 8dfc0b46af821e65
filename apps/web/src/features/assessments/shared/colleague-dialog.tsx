import type { Colleague } from 'contract/shared-assessments'
import { type ReactNode, useId, useState } from 'react'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { colleagueFault } from './colleague-fault.ts'
import { ColleagueField } from './colleague-field.tsx'

interface ColleagueDialogProps {
  title: string
  description?: string
  /** On the button. */
  action: string
  field: { label: string; hint?: string; missing: string }
  /** The shared assessment. */
  id: number
  taken: ReadonlyMap<number, string>
  mutation: { error: Error | null; isPending: boolean; reset: () => void }
  /** Title of the alert if it fails. */
  failure: string
  onSubmit: (colleague: Colleague) => void
  onClose: () => void
  /** Above the field. */
  about?: ReactNode
  /** More fields, below it. */
  children?: ReactNode
}

/** Asks for one colleague. */
export function ColleagueDialog(props: ColleagueDialogProps) {
  const { title, description, action, field, taken, mutation, failure, onClose } = props
  const formId = useId()
  const [chosen, setChosen] = useState<Colleague | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const fault = colleagueFault(mutation.error)
  function submit() {
    setSubmitted(true)
    if (chosen) props.onSubmit(chosen)
  }
  return (
    <Dialog
      open
      isBusy={mutation.isPending}
      onOpenChange={onClose}
      title={title}
      {...(description !== undefined && { description })}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} isLoading={mutation.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} className="space-y-5">
        {props.about}
        <ColleagueField
          label={field.label}
          {...(field.hint !== undefined && { hint: field.hint })}
          assessmentId={props.id}
          error={fault ?? (isSubmitted && !chosen ? field.missing : undefined)}
          chosen={chosen}
          onChoose={(colleague) => {
            setChosen(colleague)
            mutation.reset()
          }}
          taken={taken}
        />
        {props.children}
      </Form>
      <FailureAlert error={fault ? null : mutation.error} title={failure} />
    </Dialog>
  )
}
