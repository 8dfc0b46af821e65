const UNITS = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Rounded up: 15 seconds, 3 minutes, 2 hours. */
export function waitText(seconds: number): string {
  const [unit, length] = UNITS.find(([, least]) => seconds >= least) ?? UNITS[2]
  const format = new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.ceil(seconds / length))
}
