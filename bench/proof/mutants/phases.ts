/** Names for what a test file runs outside its tests. */
export const LOADING = '<loading>'
export const HOOKS = '<hooks>'
