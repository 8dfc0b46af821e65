import { KeyCap } from '#ui/key-cap.tsx'

interface FinderFootProps {
  isBusy: boolean
  isError: boolean
  /** How much there is to choose from; undefined as long as nothing is typed. */
  count: number | undefined
  onAgain: () => void
}

export function FinderFoot({ isBusy, isError, count, onAgain }: FinderFootProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-1 sm:min-h-11 text-13 text-muted-foreground">
      <p role="status">
        {isError ? 'Waymark could not look for it.' : isBusy ? 'Looking' : countWords(count)}
      </p>
      {isError && (
        <button type="button" onClick={onAgain} className="link hit-44">
          Try again
        </button>
      )}
      <p aria-hidden="true" className="flex items-center gap-1.5 max-sm:hidden">
        <KeyCap>↑</KeyCap>
        <KeyCap>↓</KeyCap> choose
        <KeyCap>Enter</KeyCap> open
      </p>
    </div>
  )
}

function countWords(count: number | undefined) {
  if (count === undefined) return null
  return count === 0 ? 'Nothing found' : `${count} to choose from`
}
