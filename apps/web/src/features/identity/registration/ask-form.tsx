import { useMutation } from '@tanstack/react-query'
import type { AddressBody } from 'contract/registration'
import { MailCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { field, isShownAtField, showFieldErrors } from '#core/field-errors.ts'
import { lazyCheck } from '#core/lazy-check.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { useSys } from '#support/sys.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

const checkAddress = lazyCheck(async () => (await import('contract/registration')).AddressBody)

interface AskFormProps {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  /** What the page is for, also while email is off. */
  about?: ReactNode
  intro: ReactNode
  label: string
  mutation: { mutationFn: (input: { body: AddressBody }) => Promise<undefined> }
  promise: (email: string) => string
  children?: ReactNode
}

/** Asks for an email address. The next screen doesn't reveal whether the address is known. */
export function AskForm(props: AskFormProps) {
  const { title, aside, about, intro, label, mutation, promise, children } = props
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    resolver: checkAddress,
    mode: 'onTouched',
    defaultValues: { email: '' },
  })
  const ask = useMutation({
    ...mutation,
    onSuccess: (_, { body }) => setSentTo(body.email),
    onError: (error) => void showFieldErrors(error, ['email'], form.setError),
  })
  const isMailOff = useSys()?.is_mail_off
  if (sentTo !== null) {
    return (
      <LinkSent
        isSending={ask.isPending}
        error={ask.error}
        onAgain={() => ask.mutateAsync({ body: { email: sentTo } })}
        onOther={() => setSentTo(null)}
      >
        {promise(sentTo)}
      </LinkSent>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="text-33 font-semibold">
          {title}
        </h1>
        {aside}
      </div>
      {about}
      {!isMailOff && <p className="mt-3 text-16 text-subtle-foreground">{intro}</p>}
      <FailureAlert
        error={isShownAtField(ask.error, ['email']) ? null : ask.error}
        title="The link was not sent."
        className="mt-5"
      />
      {isMailOff ? (
        <Alert variant="warning" title="Email is turned off." className="mt-6">
          We can’t send you a link at the moment. Try again later
          {about === undefined && ', or ask your administrator'}.
        </Alert>
      ) : (
        <form
          noValidate
          className="mt-6 space-y-6"
          onSubmit={(event) => void form.handleSubmit((body) => ask.mutate({ body }))(event)}
        >
          <TextField label="Email" type="email" autoComplete="email" {...field(form, 'email')} />
          <Button
            type="submit"
            size="lg"
            className="w-full"
            isLoading={ask.isPending || form.formState.isSubmitting}
          >
            {ask.isPending ? 'Sending the link' : label}
          </Button>
        </form>
      )}
      <div className="mt-6 space-y-2 text-15">{children}</div>
    </>
  )
}

interface LinkSentProps {
  isSending: boolean
  error: Error | null
  onAgain: () => Promise<unknown>
  onOther: () => void
  children: ReactNode
}

function LinkSent({ isSending, error, onAgain, onOther, children }: LinkSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [hasAgain, setAgain] = useState(false)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <MailCheck className="mb-4 size-9 stroke-[1.5] text-primary-text" />
      <h1 ref={heading} tabIndex={-1} className="text-33 font-semibold">
        Check your email
      </h1>
      <p className="mt-3 text-16 break-words text-subtle-foreground">{children}</p>
      <p className="mt-3 text-15 text-muted-foreground">
        No email after a few minutes? Check your spam folder, then send the link again.
      </p>
      <FailureAlert error={error} title="The link was not sent." className="mt-5" />
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Button
          variant="outline"
          isLoading={isSending}
          onClick={() =>
            void onAgain().then(
              () => setAgain(true),
              () => setAgain(false),
            )
          }
        >
          {isSending ? 'Sending again' : 'Send again'}
        </Button>
        <Button variant="ghost" onClick={onOther}>
          Use another address
        </Button>
      </div>
      <output className="mt-3 block text-15 text-subtle-foreground">
        {hasAgain &&
          !isSending &&
          'If we can send a link to this address, it’s on its way. You can request up to 5 emails an hour. Earlier links still work.'}
      </output>
    </>
  )
}
