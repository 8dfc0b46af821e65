/** Plain pictures, which a browser draws and does not run: these alone may open in it. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp'])

export function opensInBrowser(mediaType: string | null | undefined): boolean {
  return PICTURES.has(mediaType ?? '')
}
