import { cn } from '#ui/cn.ts'

/** First and last initial of a name; the name itself stands beside it or labels the button. */
export function Avatar({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-full bg-primary-tint-strong text-13 font-semibold text-primary-text select-none',
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}

function initials(name: string) {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-GB')
}
