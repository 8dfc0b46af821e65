export const ACTIONS = [
  'add-element',
  'edit-element',
  'create-quiz',
  'edit-quiz',
  'edit-report',
] as const

export interface BuilderSearch {
  action?: (typeof ACTIONS)[number] | undefined
  actionableId?: number | undefined
  elementId?: number | undefined
}
