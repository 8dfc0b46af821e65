import sharp from 'sharp'

/** Both sides are at most this long. */
const SIDE = 512

/** A picture of 100 bytes may unfold to gigabytes. */
const MOST_PIXELS = 5000 * 5000

/** Draws an uploaded picture anew, without whatever else the file carried; undefined when it is none that is taken. */
export async function drawLogo(file: Buffer): Promise<Buffer | undefined> {
  // Looked at before any decoder is: an SVG is a document that may run scripts and fetch.
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
