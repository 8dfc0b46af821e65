import type { Attachment } from 'contract/attachments'

/** A scanner says what it thinks of a file within seconds; whoever waits so long is told of it. Milliseconds. */
export const SCAN_DELAYED_MS = 10 * 60 * 1000

/** Since when the check of a file for viruses is delayed; null while it is not. */
export function delayedSince(
  { status, scanning_since: since }: Pick<Attachment, 'status' | 'scanning_since'>,
  now: Date,
): string | null {
  if (status !== 'scanning') return null
  return now.getTime() - Date.parse(since) < SCAN_DELAYED_MS ? null : since
}
