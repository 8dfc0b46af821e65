import { type RawBuilder, sql } from 'kysely'

/** The received bytes of an attachment `f`. Every piece but the last has the same size. */
export const RECEIVED_BYTES = sql<number>`least(f.size, cardinality(f.pieces) * f.piece_bytes)`

/** The bytes that attachments take. Those with the same file take its room once, and a started upload what it has sent. */
export function storedBytes(which: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(bytes), 0)::float8
    from (select distinct f.file_id, ${RECEIVED_BYTES} as bytes from attachments f where ${which}) files)`
}

/** Of a tenant `t`. */
export const STORED_BYTES = storedBytes(sql`f.tenant_id = t.id`)
