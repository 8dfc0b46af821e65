import { digitKeys } from 'rules/response-numbers'
import { useShortcuts } from '#core/shortcuts.ts'
import { KeyCap } from '#ui/shortcut-list.tsx'
import { useResponseNumbers } from '#features/content/response-numbers.tsx'

/** The digits that choose a response. */
export function KeyHint({ responses }: { responses: readonly { label: string }[] }) {
  const { isOn } = useShortcuts()
  const digits = digitKeys(useResponseNumbers(responses).numbers)
  const [first, last] = [digits[0], digits.at(-1)]
  if (!isOn || first === undefined) return null
  const keys =
    first === last ? (
      <KeyCap>{first}</KeyCap>
    ) : (
      <>
        <KeyCap>{first}</KeyCap> to <KeyCap>{last}</KeyCap>
      </>
    )
  return (
    <p
      aria-hidden="true"
      className="ms-auto hidden items-center justify-end gap-2 text-13 text-muted-foreground xl:flex"
    >
      {keys} now
      <span className="ml-2" />
      <KeyCap>Shift</KeyCap>
      {keys} future
    </p>
  )
}
