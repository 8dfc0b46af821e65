import CFB from 'cfb'

/** A file of the older container with these streams. */
export function compound(streams: Record<string, Buffer>): Buffer {
  const container = CFB.utils.cfb_new()
  for (const [path, bytes] of Object.entries(streams))
    CFB.utils.cfb_add(container, `/${path}`, bytes)
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer)
}

const empty = Buffer.alloc(64)

/** Files in the older container of Office. Each has what its program looks for. */
export const OLD_OFFICE = {
  xls: compound({ Workbook: empty }),
  doc: compound({ WordDocument: empty }),
  protected: compound({ EncryptedPackage: empty, EncryptionInfo: empty }),
}
