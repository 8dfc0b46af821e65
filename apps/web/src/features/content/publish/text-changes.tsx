import { diffWordsWithSpace } from 'diff'

interface WordsDifferenceProps {
  before: string
  after: string
  side: 'before' | 'after'
}

export function WordsDifference({ before, after, side }: WordsDifferenceProps) {
  const text = side === 'before' ? before : after
  if (text === '') return <span className="text-muted-foreground">Empty</span>
  const parts = diffWordsWithSpace(before, after)
  return (
    <span dir="auto" className="block wrap-anywhere whitespace-pre-wrap">
      {parts.map(({ value, added, removed }, index) => {
        // oxlint-disable react/no-array-index-key -- parts of a text have no other name
        if (side === 'before' && removed) {
          return (
            <del key={index} className="rounded-sm bg-destructive-tint text-destructive-ink">
              {value}
            </del>
          )
        }
        if (side === 'after' && added) {
          return (
            <ins key={index} className="rounded-sm bg-success-tint text-success-ink">
              {value}
            </ins>
          )
        }
        return added || removed ? null : <span key={index}>{value}</span>
        // oxlint-enable react/no-array-index-key
      })}
    </span>
  )
}
