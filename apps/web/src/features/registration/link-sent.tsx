import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { Button } from '#ui/button.tsx'

interface LinkSentProps {
  isSending: boolean
  error: Error | null
  onAgain: () => Promise<unknown>
  onOther: () => void
  children: ReactNode
}

export function LinkSent({ isSending, error, onAgain, onOther, children }: LinkSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [hasAgain, setAgain] = useState(false)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <MailCheck aria-hidden="true" className="mb-4 size-9 stroke-[1.5] text-primary-text" />
      <h1 ref={heading} tabIndex={-1} className="text-33 font-semibold">
        Check your mail
      </h1>
      <p className="mt-3 text-16 break-words text-subtle-foreground">{children}</p>
      <p className="mt-3 text-15 text-muted-foreground">
        Nothing there after a few minutes? Look among the unwanted mail too, then ask again.
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
          {isSending ? 'Sending again' : 'Send it again'}
        </Button>
        <Button variant="ghost" onClick={onOther}>
          Use another address
        </Button>
      </div>
      <output className="mt-3 block text-15 text-subtle-foreground">
        {hasAgain &&
          !isSending &&
          'If there is an account, a mail is on its way. At most 5 an hour. Earlier links still work.'}
      </output>
    </>
  )
}
