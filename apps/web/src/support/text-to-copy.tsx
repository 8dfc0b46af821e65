import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { showFailure } from '#core/toast.ts'
import { Button } from '#ui/button.tsx'

interface TextToCopyProps {
  where: string
  text: string
  /** More buttons. */
  children?: ReactNode
}

/** What wasn't saved, and where it was typed. */
export function TextToCopy({ where, text, children }: TextToCopyProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showFailure('The text was not copied', 'Select the text above the button and copy it.'),
    )
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="line-clamp-2 text-13 wrap-anywhere text-muted-foreground">{where}</p>
      <p
        dir="auto"
        className="max-h-48 w-full overflow-y-auto text-15 wrap-anywhere whitespace-pre-line"
      >
        {text}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="xs"
          icon={isCopied ? <Check /> : <Copy />}
          aria-label={`Copy ${where}`}
          onClick={copy}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        {children}
      </div>
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </div>
  )
}
