import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'

interface ShowMoreProps {
  /** What its rows are called: "organisations". */
  noun: string
  shown: number
  answer: { total: number; has_more_than_total: boolean }
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** How much of a list stands above, and the rest of it on demand. */
export function ShowMore({ noun, shown, answer, ...list }: ShowMoreProps) {
  const status = useRef<HTMLParagraphElement>(null)
  const isAsked = useRef(false)
  // At the list's end the button goes, and takes the focus with it.
  useEffect(() => {
    if (isAsked.current && !list.hasNextPage && document.activeElement === document.body)
      status.current?.focus()
  }, [list.hasNextPage])
  if (answer.total === 0) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-14">
      <p ref={status} role="status" tabIndex={-1} className="text-muted-foreground tabular-nums">
        <strong className="font-medium text-foreground">{shown.toLocaleString('en-GB')}</strong> of{' '}
        {answer.has_more_than_total && 'more than '}
        {Math.max(answer.total, shown).toLocaleString('en-GB')} {noun}
      </p>
      {list.hasNextPage && (
        <Button variant="outline" isLoading={list.isFetchingNextPage} onClick={more}>
          Show more
        </Button>
      )}
    </div>
  )

  function more() {
    isAsked.current = true
    void list.fetchNextPage()
  }
}
