/** Encodes JSON with one byte per character; non-ASCII characters are escaped, so that no text encoder is needed. */
export function encodeJson(value: unknown): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** Number of characters converted per call, because the number of arguments is limited. */
const CHUNK = 8_192

/** Decodes the result of `encodeJson`. */
export function decodeJson(bytes: Uint8Array): unknown {
  let text = ''
  for (let index = 0; index < bytes.length; index += CHUNK)
    text += String.fromCharCode(...bytes.subarray(index, index + CHUNK))
  return JSON.parse(text)
}
