import type { Ids } from './tenant-fixture.ts'

export type Sample = {
  params?: Record<string, number | string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** The payload of an endpoint that takes bytes. */
  bytes?: string
  /** The status of a permitted call. By default the contract decides. */
  status?: number
  /** Everyone who may call it may also name ids of colleagues. */
  isShared?: true
  /** The status for a foreign id in this field; 404 by default. */
  foreign?: Record<string, number>
}

/** `ids` names the rows of path parameters that differ from the resource’s own. */
export type Example = Sample & { ids?: Record<string, keyof Ids> }
export type Examples = Record<string, Example | ((ids: Ids) => Example)>

export const shared = { isShared: true } as const
