import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'

export interface AttentionItem {
  Icon: LucideIcon
  title: string
  note: string
  way?: { label: string; to: string; search?: Record<string, unknown> }
}

export function AttentionRow({ item: { Icon, title, note, way } }: { item: AttentionItem }) {
  return (
    <li className="flex items-center gap-3.5 border-b py-2.5">
      <Icon aria-hidden="true" className="size-5 shrink-0 stroke-[1.75] text-subtle-foreground" />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-medium wrap-anywhere">{title}</p>
        <p className="truncate text-13 text-muted-foreground">{note}</p>
      </div>
      {way && (
        <Link
          to={way.to}
          {...(way.search && { search: way.search })}
          aria-label={`${way.label}: ${title}, ${note}`}
          className="link hit-44 text-14"
        >
          {way.label}
        </Link>
      )}
    </li>
  )
}
