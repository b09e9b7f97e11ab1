/** An archive's stored (uncompressed) files by path, read from its directory like other programs do. */
export function readZip(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const u16 = (at: number) => view.getUint16(at, true)
  const u32 = (at: number) => view.getUint32(at, true)
  const end = bytes.length - 22
  if (u32(end) !== 0x06054b50) throw new Error('It ends as no archive does')
  const found: Record<string, Uint8Array> = {}
  let at = u32(end + 16)
  for (let entry = 0; entry < u16(end + 10); entry += 1) {
    const [method, size, name, extra, comment, start] = [10, 24, 28, 30, 32, 42].map((field) =>
      field === 24 || field === 42 ? u32(at + field) : u16(at + field),
    ) as [number, number, number, number, number, number]
    if (u32(at) !== 0x02014b50 || method !== 0) throw new Error('It is not stored as it is')
    const path = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(at + 46, at + 46 + name))
    const data = start + 30 + u16(start + 26) + u16(start + 28)
    found[path] = bytes.subarray(data, data + size)
    at += 46 + name + extra + comment
  }
  return found
}
