import type { ReviewAttachment } from 'contract/attachments'

type EvidenceKind = 'picture' | 'pdf' | 'text'

/** Pictures that every current browser shows. An `img` element runs no code. */
const PICTURES = /^image\/(png|apng|jpeg|gif|webp|avif|bmp)$/

/** How a file is shown beside its statement; null if it can only be downloaded, or not yet. */
export function evidenceKind({ status, media_type: type }: ReviewAttachment): EvidenceKind | null {
  if (status !== 'clean' || type === null) return null
  if (PICTURES.test(type)) return 'picture'
  if (type === 'application/pdf') return 'pdf'
  return type === 'text/plain' || type === 'text/csv' ? 'text' : null
}
