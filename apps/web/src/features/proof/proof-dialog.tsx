import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { ApiError, hasCode } from '#core/api-error.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { StepField } from './step-field.tsx'
import { stepErrorOf, stepOf, type Askable, type Proof } from './typed-proof.ts'

interface ProofDialogProps {
  /** A button or its label. Without a trigger the dialog is open while it is rendered. */
  trigger?: ReactNode
  title: string
  description: string
  actionLabel: string
  actionVariant: ButtonVariant
  failureTitle: string
  needs?: Askable
  onProof: (proof: Proof) => Promise<unknown>
  onCancel?: () => void
}

/** Asks for password and code before changing sign-in methods or ending sessions. */
export function ProofDialog(props: ProofDialogProps) {
  const { trigger, title, description, actionLabel, actionVariant, failureTitle, ...rest } = props
  const { needs = 'password-and-code', onProof, onCancel } = rest
  const [isOpen, setOpen] = useState(trigger === undefined)
  const prove = useMutation({ mutationFn: onProof, onSuccess: () => setOpen(false) })
  const fields = prove.error instanceof ApiError ? prove.error.fields : {}
  const isToldAtField = hasCode(prove.error, 'password-wrong', 'code-wrong', 'invalid-input')
  return (
    <Dialog
      open={isOpen}
      isBusy={prove.isPending}
      onOpenChange={change}
      trigger={typeof trigger === 'string' ? <Button variant="outline">{trigger}</Button> : trigger}
      title={title}
      description={description}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="proof" variant={actionVariant} isLoading={prove.isPending}>
            {actionLabel}
          </Button>
        </>
      }
    >
      <Form id="proof" className="space-y-5" onSubmit={submit}>
        {needs !== 'nothing' && (
          <PasswordField label="Your password" name="password" error={fields.password} />
        )}
        {needs === 'password-and-code' && (
          <StepField name="code" error={stepErrorOf(prove.error)} />
        )}
        <FailureAlert error={isToldAtField ? null : prove.error} title={failureTitle} />
      </Form>
    </Dialog>
  )

  function change(next: boolean) {
    prove.reset()
    setOpen(next)
    if (!next) onCancel?.()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget)
    prove.mutate({ password: read(form, 'password'), ...stepOf(read(form, 'code')) })
  }
}

function read(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
