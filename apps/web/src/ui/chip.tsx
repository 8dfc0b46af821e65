import { X } from 'lucide-react'

/** A chosen filter value that can be taken away. */
export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className="inline-flex min-h-8 max-w-full min-w-0 items-center rounded-full bg-primary-tint pl-3 text-14 font-medium text-primary-text">
      {label}
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="hit-44 grid size-8 place-items-center rounded-full hover:bg-primary-tint-strong"
      >
        <X aria-hidden="true" className="size-4 stroke-[1.75]" />
      </button>
    </span>
  )
}
