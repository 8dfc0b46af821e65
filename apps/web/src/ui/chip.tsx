import { X } from 'lucide-react'

export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span
      data-chip
      className="inline-flex min-h-8 max-w-full items-center gap-1 rounded-full bg-primary-tint pl-3 text-14 font-medium text-primary-text"
    >
      <span translate="no" className="truncate">
        {label}
      </span>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="hit-44 grid size-8 place-items-center rounded-full hover:bg-primary-tint-strong"
      >
        <X className="size-4 stroke-[1.75]" />
      </button>
    </span>
  )
}
