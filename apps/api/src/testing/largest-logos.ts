import sharp from 'sharp'

/** Pictures of as many pixels as a logo may have, in each format. */
export async function largestLogos(): Promise<(readonly [string, Buffer])[]> {
  const create = { width: 5000, height: 5000, channels: 4, background: '#8888' } as const
  const picture = () => sharp({ create })
  return [
    ['5,000 × 5,000 pixels of PNG', await picture().png().toBuffer()],
    ['5,000 × 5,000 pixels of JPEG', await picture().jpeg({ progressive: true }).toBuffer()],
    ['5,000 × 5,000 pixels of WebP', await picture().webp().toBuffer()],
  ]
}
