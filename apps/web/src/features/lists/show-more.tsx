import { formatNumber, plural } from 'rules/plural'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import type { ListAnswer, MoreRows } from './use-list.ts'

interface ShowMoreProps {
  answer: ListAnswer<unknown>
  more: MoreRows
}

export function ShowMore({ answer, more }: ShowMoreProps) {
  const shown = answer.rows.length
  const total = plural(Math.max(answer.total, shown), more.forms)
  const status = useRef<HTMLParagraphElement>(null)
  const isRequested = useRef(false)
  // At the end of the list the button with the focus disappears.
  useEffect(() => {
    if (isRequested.current && !more.hasNextPage && document.activeElement === document.body)
      status.current?.focus()
  }, [more.hasNextPage])
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-14">
      <p ref={status} role="status" tabIndex={-1} className="text-muted-foreground tabular-nums">
        {answer.has_more_than_total
          ? `${formatNumber(shown)} of more than ${total}`
          : `${formatNumber(shown)} of ${total}`}
      </p>
      {more.hasNextPage && (
        <Button variant="outline" isLoading={more.isFetchingNextPage} onClick={showMore}>
          Show more
        </Button>
      )}
    </div>
  )

  function showMore() {
    isRequested.current = true
    void more.fetchNextPage()
  }
}
