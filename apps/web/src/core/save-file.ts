export function saveFile(file: File) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // The browser has begun to read the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
