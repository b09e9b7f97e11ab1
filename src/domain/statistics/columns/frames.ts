import { encodeJson, decodeJson } from './ascii.ts'
import { ColumnPart } from './part.ts'
import type { PartName } from './segment.ts'
import type { WholeFormColumns, WholeFormContext } from './whole-form.ts'

/** Name of the frame that contains the `WholeFormContext`; no part has this name. */
const CONTEXT_FRAME = ''
const SIZES = 8

/**
 * Encodes a part as a frame: length of the name and length of the content (32 bits each), name, content. Name and
 * content are padded to multiples of 8 bytes, to align columns.
 */
export function encodeFrame(name: PartName, part: ColumnPart): Uint8Array<ArrayBuffer> {
  return buildFrame(name, part.encode())
}

/** Encodes the last frame, which contains the context. */
export function encodeLastFrame(telling: WholeFormContext): Uint8Array<ArrayBuffer> {
  return buildFrame(CONTEXT_FRAME, encodeJson(telling))
}

function buildFrame(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const called = encodeJson(name)
  const bytes = new Uint8Array(SIZES + computePaddedLength(called.length) + computePaddedLength(content.length))
  const sizes = new DataView(bytes.buffer)
  sizes.setUint32(0, called.length)
  sizes.setUint32(4, content.length)
  bytes.set(called, SIZES)
  bytes.set(content, SIZES + computePaddedLength(called.length))
  return bytes
}

/** Decodes concatenated frames. @returns undefined if the last frame is missing */
export function decodeFrames(
  bytes: Uint8Array,
): { readonly whole: WholeFormColumns; readonly telling: WholeFormContext } | undefined {
  const sizes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const whole = new Map<PartName, ColumnPart>()
  for (let at = 0; at + SIZES <= bytes.length;) {
    const [called, length] = [sizes.getUint32(at), sizes.getUint32(at + 4)]
    const from = at + SIZES + computePaddedLength(called)
    if (from + length > bytes.length) return undefined
    const name = decodeJson(bytes.subarray(at + SIZES, at + SIZES + called))
    const content = bytes.subarray(from, from + length)
    if (name === CONTEXT_FRAME) return { whole, telling: decodeJson(content) as WholeFormContext }
    whole.set(name as PartName, ColumnPart.decode(content))
    at = from + computePaddedLength(length)
  }
  return undefined
}

function computePaddedLength(length: number): number {
  return Math.ceil(length / 8) * 8
}
