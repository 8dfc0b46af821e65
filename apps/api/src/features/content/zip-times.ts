const END = 0x06054b50
const END_LENGTH = 22
/** 1 January 1980, the earliest day that an archive can name. */
const FIRST_DAY = 0x21

/** Sets the same time for all parts of an archive, so that the same parts give the same bytes. Changes it in place. */
export function withoutTimes(zip: Buffer): Buffer {
  const end = zip.length - END_LENGTH
  if (zip.readUInt32LE(end) !== END) throw new Error('The archive is incomplete.')
  let entry = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    setTime(zip, entry + 12)
    setTime(zip, zip.readUInt32LE(entry + 42) + 10)
    const lengths = [28, 30, 32].map((at) => zip.readUInt16LE(entry + at))
    entry += 46 + lengths.reduce((sum, length) => sum + length)
  }
  return zip
}

function setTime(zip: Buffer, at: number) {
  zip.writeUInt16LE(0, at)
  zip.writeUInt16LE(FIRST_DAY, at + 2)
}
