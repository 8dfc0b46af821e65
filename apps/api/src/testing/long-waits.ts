import type { Waits } from '#db/pools.ts'

/** Tests call in parallel, and a slow machine refuses nothing. */
export const LONG_WAITS: Waits = { tolerance: 10_000, patience: 30_000, connect: 20_000 }
