import { type PlaceContext, addressOf } from '#support/address-of.ts'
import type { MailContent } from './render-mail.ts'

/** `missing`: what the file doesn't have, if anything. */
export function wholeDownloadMail(place: PlaceContext, missing: string[]): MailContent {
  const { name } = place.tenant
  return {
    subject: `Your download of all data for ${name} is ready`,
    paragraphs: [
      `The file with all data for ${name} is ready. You can download it for 7 days.`,
      ...missing,
    ],
    action: toDownload(place, '/admin/organisation'),
  }
}

export function ownDownloadMail(
  place: PlaceContext,
  missing: string[],
  settings: string,
): MailContent {
  return {
    subject: 'Your data is ready to download',
    paragraphs: ['The file with your data is ready. You can download it for 7 days.', ...missing],
    action: toDownload(place, settings),
  }
}

function toDownload(place: PlaceContext, page: string) {
  return { label: 'Go to the download', href: addressOf(place, `${page}#download`) }
}
