import sharp from 'sharp'

/** Pixels, for width and height. */
const SIDE = 512

/** A file of 100 bytes can decode to gigabytes. */
const MOST_PIXELS = 5000 * 5000

/** Redraws an uploaded picture without its metadata. Undefined if the format isn't accepted. */
export async function drawLogo(file: Buffer): Promise<Buffer | undefined> {
  // Checked before decoding, because an SVG can run scripts and fetch.
  if (!isPicture(file)) return undefined
  try {
    return await sharp(file, { limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch {
    return undefined
  }
}

function isPicture(file: Buffer): boolean {
  const start = file.subarray(0, 12).toString('latin1')
  return (
    start.startsWith('\x89PNG\r\n\x1A\n') ||
    start.startsWith('\xFF\xD8\xFF') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP'))
  )
}
