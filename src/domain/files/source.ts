/** Random-access source of bytes. */
export type ByteSource = {
  /** length */
  readonly bytes: number
  /** may return less at the end of the file */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** Decodes one character per byte. */
export function decodeLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return text
}
