import type { Attachment } from 'contract/attachments'

/** A scan usually takes seconds. After this long it is shown as delayed. */
export const SCAN_DELAYED_MS = 10 * 60 * 1000

/** When a delayed virus scan of a file started; null if it isn't delayed. */
export function delayedSince(
  { status, scanning_since: since }: Pick<Attachment, 'status' | 'scanning_since'>,
  now: Date,
): string | null {
  if (status !== 'scanning') return null
  return now.getTime() - Date.parse(since) < SCAN_DELAYED_MS ? null : since
}
