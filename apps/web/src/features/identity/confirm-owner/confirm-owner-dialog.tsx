import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { ApiError, hasCode } from '#core/api-error.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { StepField } from './step-field.tsx'
import { stepErrorOf, stepOf, type Askable, type Confirmation } from './typed-confirmation.ts'

interface ConfirmOwnerDialogProps {
  /** A button or its label. Without a trigger the dialog is open while it is rendered. */
  trigger?: ReactNode
  title: string
  description: string
  actionLabel: string
  actionVariant: ButtonVariant
  failureTitle: string
  needs?: Askable
  onConfirm: (confirmation: Confirmation) => Promise<unknown>
  onCancel?: () => void
}

/** Asks for password and code before changing sign-in methods or ending sessions. */
export function ConfirmOwnerDialog(props: ConfirmOwnerDialogProps) {
  const { trigger, title, description, actionLabel, actionVariant, failureTitle, ...rest } = props
  const { needs = 'password-and-code', onConfirm, onCancel } = rest
  const [isOpen, setOpen] = useState(trigger === undefined)
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: () => setOpen(false) })
  const fields = confirm.error instanceof ApiError ? confirm.error.fields : {}
  const isShownAtField = hasCode(confirm.error, 'password-wrong', 'code-wrong', 'invalid-input')
  return (
    <Dialog
      open={isOpen}
      isBusy={confirm.isPending}
      onOpenChange={change}
      trigger={typeof trigger === 'string' ? <Button variant="outline">{trigger}</Button> : trigger}
      title={title}
      description={description}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form="confirm-owner"
            variant={actionVariant}
            isLoading={confirm.isPending}
          >
            {actionLabel}
          </Button>
        </>
      }
    >
      <Form id="confirm-owner" className="space-y-5" onSubmit={submit}>
        {needs !== 'nothing' && (
          <PasswordField label="Your password" name="password" error={fields.password} />
        )}
        {needs === 'password-and-code' && (
          <StepField name="code" error={stepErrorOf(confirm.error)} />
        )}
        <FailureAlert error={isShownAtField ? null : confirm.error} title={failureTitle} />
      </Form>
    </Dialog>
  )

  function change(next: boolean) {
    confirm.reset()
    setOpen(next)
    if (!next) onCancel?.()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget)
    confirm.mutate({ password: read(form, 'password'), ...stepOf(read(form, 'code')) })
  }
}

function read(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
