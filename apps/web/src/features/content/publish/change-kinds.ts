export const CHANGE_KINDS = ['added', 'changed', 'removed', 'moved'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]
