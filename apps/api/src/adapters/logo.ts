import sharp from 'sharp'

/** Pixels, for width and height. */
const SIDE = 512

/** A file of 100 bytes can decode to gigabytes. */
const MAX_PIXELS = 5000 * 5000

/** Redraws an uploaded picture without its metadata. Undefined if the format isn't accepted. */
export async function drawLogo(file: Buffer): Promise<Buffer | undefined> {
  // Checked before decoding, because an SVG can run scripts and fetch.
  if (!isPicture(file)) return undefined
  try {
    return await sharp(file, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch {
    return undefined
  }
}

/** In pixels, enough for the largest logo on paper. */
const PRINT_HEIGHT = 160

/** A small logo for printed pages, at most four times as wide as high, in an SVG because a template's data is text. */
export async function printLogo(logo: Buffer): Promise<string> {
  const { data, info } = await sharp(logo)
    .resize({ width: 4 * PRINT_HEIGHT, height: PRINT_HEIGHT, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const href = `data:image/png;base64,${data.toString('base64')}`
  // Of one height, so that pages know it without reading the picture.
  const width = Math.max(1, info.width / PRINT_HEIGHT)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 1" width="${width}" height="1"><image width="${width}" height="1" href="${href}"/></svg>`
}

function isPicture(file: Buffer): boolean {
  const start = file.subarray(0, 12).toString('latin1')
  return (
    start.startsWith('\x89PNG\r\n\x1A\n') ||
    start.startsWith('\xFF\xD8\xFF') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP'))
  )
}
