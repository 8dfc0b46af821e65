/** Images that a browser shows without running code. Only these may open in it. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp'])

export function opensInBrowser(mediaType: string | null | undefined): boolean {
  return PICTURES.has(mediaType ?? '')
}
