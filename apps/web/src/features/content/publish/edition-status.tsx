import type { ContentSetStatus } from 'contract/content-sets'
import { Archive, Check, Pencil } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'

const STATUS = {
  draft: { variant: 'warning', Icon: Pencil, word: 'Draft' },
  published: { variant: 'success', Icon: Check, word: 'Published' },
  retired: { variant: 'neutral', Icon: Archive, word: 'Retired' },
} as const

export function EditionStatus({ status }: { status: ContentSetStatus }) {
  const { variant, Icon, word } = STATUS[status]
  return (
    <Badge variant={variant} icon={<Icon />}>
      {word}
    </Badge>
  )
}
