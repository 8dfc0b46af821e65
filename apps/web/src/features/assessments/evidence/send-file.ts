import type { Attachment } from 'contract/attachments'
import { api } from '#core/api.ts'
import type { Upload } from './uploads.ts'

type UploadWithFile = Upload & { file: File }

export async function sendFile(
  upload: UploadWithFile,
  signal: AbortSignal,
  onChange: (now: Partial<Upload>) => void,
): Promise<Attachment> {
  const { file } = upload
  const started = upload.started ?? (await start(upload, signal))
  const { id, piece_bytes: pieceBytes } = started
  let sent = upload.started ? upload.sent : started.received
  onChange({ phase: 'sending', sent, started })
  while (sent < file.size) {
    const body = new Blob([await read(file.slice(sent, sent + pieceBytes))])
    const piece = { params: { id }, query: { offset: String(sent) }, body }
    // After a lost answer, the server may have received more than this page knows.
    sent = (await api.attachments.piece.call(piece, { signal })).received
    onChange({ sent })
  }
  onChange({ phase: 'checking' })
  const query = { sha256: await digestOf(file) }
  return await api.attachments.finish.call({ params: { id }, query }, { signal })
}

export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

async function digestOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await read(file))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Reads before sending, because an unreadable file would look like a lost connection. */
async function read(part: Blob): Promise<ArrayBuffer> {
  try {
    return await part.arrayBuffer()
  } catch {
    throw new UnreadableFile(
      'We can’t read this file. The file may have been changed or moved, or it may be a folder. Choose a file and try again.',
    )
  }
}

async function start(
  { key, assessmentId, statementId, file }: UploadWithFile,
  signal: AbortSignal,
) {
  const body = { key, statement_id: statementId, name: file.name, size: file.size }
  return await api.attachments.start.call({ params: { id: assessmentId }, body }, { signal })
}
