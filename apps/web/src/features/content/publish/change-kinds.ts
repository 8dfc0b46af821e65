/** What may have become of a statement from one edition to another. */
export const CHANGE_KINDS = ['added', 'changed', 'removed', 'moved'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]
