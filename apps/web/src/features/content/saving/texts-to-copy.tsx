import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { plural } from 'rules/plural'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { showFailure } from '#core/toast.ts'
import type { UnsavedText } from './unsaved-texts.ts'

export function TextsToCopy({ texts }: { texts: readonly UnsavedText[] }) {
  return (
    <ul className="mt-2 divide-y">
      {texts.map((one) => (
        <OneText key={one.where + one.text} one={one} />
      ))}
    </ul>
  )
}

function OneText({ one: { where, text } }: { one: UnsavedText }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showFailure('The text was not copied', 'Select it above the button and copy it.'),
    )
  return (
    <li className="flex flex-col items-start gap-2 py-3">
      <p className="line-clamp-2 text-13 wrap-anywhere text-muted-foreground">{where}</p>
      <p
        dir="auto"
        className="max-h-48 w-full overflow-y-auto text-15 wrap-anywhere whitespace-pre-line"
      >
        {text}
      </p>
      <Button
        variant="outline"
        size="xs"
        icon={isCopied ? <Check /> : <Copy />}
        aria-label={`Copy ${where}`}
        onClick={copy}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </li>
  )
}

export function DiscardTexts({ count, onDiscard }: { count: number; onDiscard: () => void }) {
  return (
    <AlertDialog
      title="Discard this text?"
      description={plural(count, {
        one: 'You’ll lose unsaved text from # field. You can’t restore it.',
        other: 'You’ll lose unsaved text from # fields. You can’t restore it.',
      })}
      actionLabel={plural(count, { one: 'Discard text', other: 'Discard text from # fields' })}
      trigger={<Button variant="outline">Discard</Button>}
      onAction={onDiscard}
    />
  )
}
