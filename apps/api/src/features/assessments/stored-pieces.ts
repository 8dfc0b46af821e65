import type { Files } from '#adapters/files.ts'
import type { StoredAttachment } from '#features/assessments/attachments.queries.ts'

export type Stored = Pick<
  StoredAttachment,
  'tenant_id' | 'file_id' | 'pieces' | 'piece_bytes' | 'size'
>

export function folderOf({ tenant_id, file_id }: Pick<Stored, 'tenant_id' | 'file_id'>): string {
  return `${tenant_id}/${file_id}`
}

export function keyOf(stored: Pick<Stored, 'tenant_id' | 'file_id'>, piece: string): string {
  return `${folderOf(stored)}/${piece}`
}

/** The bytes from start to end, inclusive, one chunk at a time. */
export async function* readPieces(files: Files, stored: Stored, start = 0, end = stored.size - 1) {
  const { pieces, piece_bytes: pieceBytes } = stored
  let at = Math.floor(start / pieceBytes) * pieceBytes
  for (const piece of pieces.slice(at / pieceBytes, Math.floor(end / pieceBytes) + 1)) {
    for await (const chunk of files.read(keyOf(stored, piece))) {
      const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
      at += chunk.length
      if (wanted.length > 0) yield wanted
    }
  }
}
