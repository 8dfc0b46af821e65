import type { ExportFormat } from 'contract/content-exports'

/** `Good-care-v2.xlsx`: the title in whatever letters it is written. */
export function fileName(title: string, version: number, format: ExportFormat): string {
  return `${words(title.normalize('NFC'), /[^\p{L}\p{M}\p{N}]/gu)}-v${version}.${format}`
}

/** RFC 6266: a name that every browser takes, and the title as it is for those that read it. */
export function attachment(name: string): string {
  const [title = ''] = name.split(/(?=-v\d+\.\w+$)/)
  const plain = words(title, /[^a-z0-9]/gi) + name.slice(title.length)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

function words(title: string, others: RegExp) {
  const words = title.replaceAll(others, ' ').trim().replaceAll(/\s+/g, '-')
  return words.slice(0, 80).toWellFormed() || 'content-set'
}
