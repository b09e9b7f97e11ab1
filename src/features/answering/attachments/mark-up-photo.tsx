import { useEffect, useEffectEvent, useState } from 'react'
import type { FileClaim } from '#domain/answering/index.ts'
import type { Problem, Result } from '#domain/kernel/index.ts'
import type { DraftFilePlace } from '#local/index.ts'
import { loadMarkUpDialog, type MarkUpProps } from '#ui/capture/index.ts'
import { lazyPart } from '#ui/index.ts'
import { addFile, dismissUndo } from '../form/form-actions.ts'
import { useFormContext } from '../form/form-context.ts'
import { measureFile, type CapturedFileWithClaim } from './capture.ts'
import { findExifSegment, withExif } from './exif.ts'
import { useFileProblemText } from './file-problem-text.ts'
import { checkImageSize } from './offered-files.ts'

const APP1 = 0xe1
const GPS_TAG = 0x8825
/** Bytes per value, by TIFF field type. */
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 }

/**
 * Builds a new EXIF segment with only the position. Other data of the camera's segment may include thumbnails, which
 * would still show a face that was blurred later.
 * @returns null when no position can be read
 */
export function buildPositionExif(segment: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  try {
    return placeIn(new DataView(segment.buffer, segment.byteOffset + TIFF, segment.byteLength - TIFF))
  } catch {
    return null
  }
}

/** Offset of the TIFF header, after marker, length and name. */
const TIFF = 10

function placeIn(from: DataView): Uint8Array<ArrayBuffer> | null {
  const little = from.getUint16(0) === 0x4949
  const first = from.getUint32(4, little)
  const pointers = listExifEntries(from, first, little).filter((at) => from.getUint16(at, little) === GPS_TAG)
  const [pointer] = pointers
  if (pointer === undefined) return null
  const entries = listExifEntries(from, from.getUint32(pointer + 8, little), little)
  const lengths = entries.map(
    (at) => (TYPE_BYTES[from.getUint16(at + 2, little)] ?? 0) * from.getUint32(at + 4, little),
  )
  // Layout: header, directory with one entry, GPS directory, values longer than four bytes.
  const directory = 8 + 2 + 12 + 4
  let behind = directory + 2 + entries.length * 12 + 4
  const out = new Uint8Array(TIFF + behind + lengths.reduce((sum, length) => sum + (length > 4 ? length : 0), 0))
  // A JPEG segment has at most 65,535 bytes.
  if (out.length - 2 > 0xffff || lengths.includes(0)) return null
  const to = new DataView(out.buffer, TIFF)
  out.set([0xff, APP1, (out.length - 2) >> 8, (out.length - 2) & 0xff, 0x45, 0x78, 0x69, 0x66, 0, 0])
  to.setUint16(0, from.getUint16(0))
  to.setUint16(2, 42, little)
  to.setUint32(4, 8, little)
  to.setUint16(8, 1, little)
  to.setUint16(10, GPS_TAG, little)
  to.setUint16(12, 4, little)
  to.setUint32(14, 1, little)
  to.setUint32(18, directory, little)
  to.setUint16(directory, entries.length, little)
  for (const [index, at] of entries.entries()) {
    const place = directory + 2 + index * 12
    const length = lengths[index] ?? 0
    for (let byte = 0; byte < 12; byte += 1) to.setUint8(place + byte, from.getUint8(at + byte))
    if (length <= 4) continue
    const source = from.getUint32(at + 8, little)
    to.setUint32(place + 8, behind, little)
    for (let byte = 0; byte < length; byte += 1) to.setUint8(behind + byte, from.getUint8(source + byte))
    behind += length
  }
  return out
}

/** @returns the offset of each entry of a directory */
function listExifEntries(view: DataView, directory: number, little: boolean): readonly number[] {
  return Array.from({ length: view.getUint16(directory, little) }, (_, index) => directory + 2 + index * 12)
}

/**
 * Computes hash and length of a marked-up photo. Copies the location from the original if it has one, but no other
 * metadata, which may contain a thumbnail of the original. Fails with file.damaged, file.too-large.
 */
export async function captureMarkedPhoto(
  photo: FileClaim,
  original: ArrayBuffer | undefined,
  markedBlob: Blob,
): Promise<Result<CapturedFileWithClaim & { readonly data: ArrayBuffer }>> {
  const drawn = await markedBlob.arrayBuffer()
  const exif = original === undefined || photo.type !== 'image/jpeg' ? null : findExifSegment(new Uint8Array(original))
  const place = exif === null ? null : buildPositionExif(exif)
  const data = place === null ? drawn : withExif(new Uint8Array(drawn), place).buffer
  const size = checkImageSize(data.byteLength)
  return size.ok ? measureFile(data, photo.type, photo.name) : size
}

export { loadMarkUpDialog }

export type PhotoMarkUpProps = {
  readonly place: DraftFilePlace
  readonly photo: FileClaim
  readonly onKept: (marked: FileClaim) => void
  readonly onProblem: (problem: Problem) => void
  readonly onCancel: () => void
}

const LaterMarkUp = lazyPart<MarkUpProps>(async () => (await loadMarkUpDialog()).MarkUpDialog)

/** Marks up a photo of the draft and replaces it with the result. The original is not kept. */
export function PhotoMarkUp({ place, photo, onKept, onProblem, onCancel }: PhotoMarkUpProps) {
  const { form, files } = useFormContext()
  const problemText = useFileProblemText()
  const [picture, setPicture] = useState<Blob | null>(null)

  const opened = useEffectEvent((data: ArrayBuffer | undefined) => {
    if (data === undefined) onProblem({ code: 'file.unreadable' })
    else setPicture(new Blob([data], { type: photo.type }))
  })
  useEffect(() => {
    let isGone = false
    void files.load(photo).then((data) => {
      if (!isGone) opened(data)
    })
    return () => {
      isGone = true
    }
  }, [files, photo])

  const keep = async (markedBlob: Blob): Promise<string | null> => {
    const result = await captureMarkedPhoto(photo, await files.load(photo), markedBlob)
    if (!result.ok) return problemText('imagen', result.problem)
    const stored = await files.replace(place, photo.sha256, result.value.claim, result.value.data)
    if (!stored.ok) return problemText('imagen', stored.problem)
    addFile(form, result.value.claim)
    // Withdraws the undo offer, which could restore the replaced photo.
    dismissUndo(form)
    onKept(result.value.claim)
    return null
  }

  return picture === null ? null : <LaterMarkUp picture={picture} onDone={keep} onCancel={onCancel} />
}
