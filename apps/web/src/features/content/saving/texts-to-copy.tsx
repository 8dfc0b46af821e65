import { plural } from 'rules/plural'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { TextToCopy } from '#support/text-to-copy.tsx'
import type { UnsavedText } from './unsaved-texts.ts'

export function TextsToCopy({ texts }: { texts: readonly UnsavedText[] }) {
  return (
    <ul className="mt-2 divide-y">
      {texts.map((one) => (
        <li key={one.where + one.text} className="py-3">
          <TextToCopy {...one} />
        </li>
      ))}
    </ul>
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
