import { captureFile, measureFile } from '#features/answering/attachments/capture.ts'
import { shrinkPhoto } from '#features/answering/attachments/shrink.ts'
import { detectBytesType } from '#features/answering/attachments/type-of-bytes.ts'
import { checkFilePlace, type FilePlace } from '#domain/answering/index.ts'
import { type Address, ok, type Result, type Sha256 } from '#domain/kernel/index.ts'
import type { AttachmentField } from '#domain/questions/index.ts'
import { addFile, patchValue, updateSignature } from '#features/answering/form/form-actions.ts'
import type { AnsweringSession } from '#features/answering/session.ts'
import type { CapturedFile } from '#local/index.ts'
import { WHOLE_JPEG, wholePng } from '../bad-files/index.ts'
import { bytesOf } from '../rules/brought.ts'

export type OfferedFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** Files that a user may choose in any place, valid or not. */
export const FILES: readonly OfferedFile[] = [
  { name: 'frente.jpg', type: 'image/jpeg', bytes: WHOLE_JPEG },
  { name: 'lado.png', type: 'image/png', bytes: wholePng(4, 4) },
  { name: 'firma.png', type: 'image/png', bytes: wholePng(8, 4) },
  { name: 'plano.pdf', type: 'application/pdf', bytes: bytesOf('%PDF-1.7\n', 200) },
  { name: 'acta.pdf', type: 'application/pdf', bytes: bytesOf('%PDF-1.7\n', 300) },
  { name: 'paseo.mp4', type: 'video/mp4', bytes: bytesOf('\0\0\0\x18ftypmp42', 1000) },
]

/** A stand-in for drawing that leaves the picture unchanged. */
const painterOf = (data: ArrayBuffer): NonNullable<Parameters<typeof shrinkPhoto>[2]> => ({
  decode: async () => ({ width: 4, height: 4, source: { close: () => undefined } as ImageBitmap }),
  draw: async () => data,
})

/** The device's processing of a chosen file with the product's own steps; only browsers can draw. */
async function captured(
  place: Exclude<FilePlace, 'copy'>,
  { name, type, bytes }: OfferedFile,
): Promise<Result<CapturedFile>> {
  const file = new File([bytes], name, { type })
  if (place === 'imagen') {
    const shrunk = await shrinkPhoto(file, false, painterOf(bytes.slice().buffer))
    return shrunk.ok ? measureFile(shrunk.value.data, shrunk.value.type, name) : shrunk
  }
  if (place === 'signature') {
    const found = await detectBytesType(file, '')
    const placed = found.ok ? checkFilePlace('signature', { type: found.value, bytes: bytes.length }) : found
    return placed.ok ? measureFile(bytes.slice().buffer, 'image/png', name) : placed
  }
  const kept = await captureFile(place, file, false)
  if (!kept.ok) return kept
  const { claim, data } = kept.value
  // Large files would stay blobs; these are small.
  return ok({ claim, data: data instanceof Blob ? await data.arrayBuffer() : data })
}

/** Attaches a chosen file like the screen. @returns whether the place accepted it */
export async function attach(
  session: AnsweringSession,
  address: Address,
  field: AttachmentField,
  index: number,
): Promise<boolean> {
  const kept = await keep(session, field, index)
  if (kept !== undefined) patchValue(session.form, address, { [field]: kept })
  return kept !== undefined
}

export async function draw(session: AnsweringSession, index: number, file: number): Promise<void> {
  const kept = await keep(session, 'signature', file)
  if (kept !== undefined) updateSignature(session.form, index, { image: kept })
}

async function keep(
  session: AnsweringSession,
  place: Parameters<typeof captured>[0],
  index: number,
): Promise<Sha256 | undefined> {
  const offered = FILES[index]
  const taken = offered === undefined ? undefined : await captured(place, offered)
  if (taken?.ok !== true) return undefined
  const { claim, data } = taken.value
  const stored = await session.files.attach(claim, data)
  if (!stored.ok) throw new Error(stored.problem.code)
  addFile(session.form, claim)
  return claim.sha256
}
