import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawLogo } from './logo.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#1C5C46' } })

test.each(['png', 'jpeg', 'webp'] as const)(
  'a large %s becomes a PNG of at most 512 pixels with the same proportions',
  async (format) => {
    const drawn = await drawLogo(await picture(1200, 600).toFormat(format).toBuffer())
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'png', width: 512, height: 256 })
  },
)

test('a small picture keeps its size', async () => {
  const drawn = await drawLogo(await picture(40, 40).png().toBuffer())
  expect(await sharp(drawn).metadata()).toMatchObject({ width: 40, height: 40 })
})

test('metadata is removed', async () => {
  const file = await picture(10, 10)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'A home address' } })
    .toBuffer()
  expect(file.includes('A home address')).toBe(true)
  expect((await drawLogo(file))?.includes('A home address')).toBe(false)
})

test('a GIF, an SVG and a huge picture are refused', async () => {
  expect(await drawLogo(await picture(10, 10).gif().toBuffer())).toBeUndefined()
  expect(await drawLogo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
  expect(await drawLogo(await picture(6000, 6000).png().toBuffer())).toBeUndefined()
})
