/** The name of a download, without parts that are undefined: `northfield-good-care-action-report-2026-v1.pdf` */
export function fileName(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('-')
}

/** A text as part of a file name, in whatever letters it is written. */
export function asFileName(text: string): string | undefined {
  const words = text.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const part = words.slice(0, 80).replaceAll(/^-|-$/g, '').toWellFormed().toLowerCase()
  return part === '' ? undefined : part
}
