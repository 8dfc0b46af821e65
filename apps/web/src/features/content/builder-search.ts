export const ACTIONS = [
  'add-element',
  'edit-element',
  'create-quiz',
  'edit-quiz',
  'edit-report',
] as const

/** The specification, section 2. */
export interface BuilderSearch {
  action?: (typeof ACTIONS)[number] | undefined
  actionableId?: number | undefined
  elementId?: number | undefined
}
