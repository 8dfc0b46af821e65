/** Rounded up: 15 seconds, 3 minutes, 2 hours. */
export function waitText(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  return seconds < 3600
    ? counted(Math.ceil(seconds / 60), 'minute')
    : counted(Math.ceil(seconds / 3600), 'hour')
}

function counted(count: number, unit: string): string {
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}
