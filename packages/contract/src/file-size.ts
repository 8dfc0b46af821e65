const MB = 1024 * 1024
const GB = 1024 * MB

/** 640 KB, 2.4 MB, 25 MB, 5 GB */
export function formatSize(bytes: number): string {
  if (bytes < MB) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return bytes < GB ? `${rounded(bytes / MB)} MB` : `${rounded(bytes / GB)} GB`
}

function rounded(figure: number) {
  return figure < 10 ? Number(figure.toFixed(1)) : Math.round(figure)
}
