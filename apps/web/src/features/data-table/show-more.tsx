import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import type { ListAnswer, MoreRows } from './use-list.ts'

interface ShowMoreProps {
  noun: string
  answer: ListAnswer<unknown>
  more: MoreRows
}

export function ShowMore({ noun, answer, more }: ShowMoreProps) {
  const shown = answer.rows.length
  const status = useRef<HTMLParagraphElement>(null)
  const isAsked = useRef(false)
  // At the list's end the button goes, and takes the focus with it.
  useEffect(() => {
    if (isAsked.current && !more.hasNextPage && document.activeElement === document.body)
      status.current?.focus()
  }, [more.hasNextPage])
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-14">
      <p ref={status} role="status" tabIndex={-1} className="text-muted-foreground tabular-nums">
        <strong className="font-medium text-foreground">{shown.toLocaleString('en-GB')}</strong> of{' '}
        {answer.has_more_than_total && 'more than '}
        {Math.max(answer.total, shown).toLocaleString('en-GB')} {noun}
      </p>
      {more.hasNextPage && (
        <Button variant="outline" isLoading={more.isFetchingNextPage} onClick={showMore}>
          Show more
        </Button>
      )}
    </div>
  )

  function showMore() {
    isAsked.current = true
    void more.fetchNextPage()
  }
}
