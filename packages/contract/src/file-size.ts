const MB = 1024 * 1024
const GB = 1024 * MB
const TB = 1024 * GB

/** 640 KB, 2.4 MB, 25 MB, 5 GB, 1 TB */
export function formatSize(bytes: number): string {
  if (bytes < MB) return `${Math.ceil(bytes / 1024)} KB`
  if (bytes < GB) return `${rounded(bytes / MB)} MB`
  return bytes < TB ? `${rounded(bytes / GB)} GB` : `${rounded(bytes / TB)} TB`
}

function rounded(figure: number) {
  return figure < 10 ? Number(figure.toFixed(1)) : Math.round(figure)
}

/** Largest size of a file. */
const MAX_BYTES = 25 * MB

export const EMPTY_FILE = 'This file is empty. Choose another file.'

/** `This file is larger than 25 MB. Choose a smaller file.` */
export function tooLargeFile(most: number): string {
  return `This file is larger than ${formatSize(most)}. Choose a smaller file.`
}

/** Largest size of a logo. */
export const LOGO_BYTES = 2 * MB
export const TOO_LARGE_LOGO = tooLargeFile(LOGO_BYTES)

/** What is wrong with the size of a file, checked before it is sent. */
export function sizeFault(bytes: number): string | undefined {
  if (bytes === 0) return EMPTY_FILE
  return bytes > MAX_BYTES ? tooLargeFile(MAX_BYTES) : undefined
}
