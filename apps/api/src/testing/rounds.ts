/** How often a test repeats a race or a kill: a few times in `npm test`, at full size in `npm run proof`. */
export function rounds(few: number, full: number): number {
  return process.env.PROOF === undefined ? few : full
}
