const MB = 1024 * 1024

/** 640 KB, 2.4 MB, 25 MB */
export function formatSize(bytes: number): string {
  if (bytes < MB) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  const megabytes = bytes / MB
  return `${megabytes < 10 ? Number(megabytes.toFixed(1)) : Math.round(megabytes)} MB`
}
