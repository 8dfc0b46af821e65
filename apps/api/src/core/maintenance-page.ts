import { escaped, plainPage } from './plain-page.ts'

export type PlatformBrand = { name: string; brandColour: string; logo: Buffer | null }

/** Seconds after which an open page checks again. */
const RELOAD = 60

export function maintenancePage({ name, brandColour, logo }: PlatformBrand, reason: string) {
  return plainPage({
    title: 'Maintenance',
    heading: 'Closed for maintenance',
    brand: { name, colour: brandColour },
    head: `<meta http-equiv="refresh" content="${RELOAD}">\n`,
    image:
      logo === null
        ? ''
        : `<img src="data:image/png;base64,${logo.toString('base64')}" alt="" height="40">`,
    body: `<p>${escaped(reason)}</p>
<small>Answers you gave while offline are safe on this device. This page checks again every minute.</small>`,
  })
}
