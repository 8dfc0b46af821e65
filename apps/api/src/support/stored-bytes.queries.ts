import { sql } from 'kysely'

/** The received bytes of an attachment `f`. Every piece but the last has the same size. */
export const RECEIVED_BYTES = sql<number>`least(f.size, cardinality(f.pieces) * f.piece_bytes)`

/** The bytes that the attachments of a tenant `t` take. A started upload takes what it has sent. */
export const STORED_BYTES = sql<number>`(
  select coalesce(sum(${RECEIVED_BYTES}), 0)::float8 from attachments f where f.tenant_id = t.id)`
