import { findMissingItems, submitMutationSchema } from '../../../../src/domain/answering/index.ts'
import { generateAnswerId, generateMutationId, toInstant } from '../../../../src/domain/kernel/index.ts'
import { attachFileToDraft, saveAnswer, saveDraft, type CapturedFile, type Local } from '../../../../src/local/index.ts'
import { formOf, SHAPES, submitOf } from '../world.ts'
import { capture, DEVICE, hash, openDatabase } from './device.ts'
import { expose } from './drain-page.ts'

/**
 * Saves on the device, in turns with a bare IndexedDB transaction of the same bytes in the same browser and profile.
 * Timed from the tap: the completeness check, the mutation, and one strict transaction until it is complete.
 */

export type SaveJob = { readonly saves: number; readonly photoBytes: number; readonly run: number }
export type SaveTimes = {
  readonly relevo: readonly number[]
  readonly raw: readonly number[]
  /** the same save with photos that are already in the draft, as after taking them on screen */
  readonly attached: readonly number[]
  readonly bytes: number
}

const STORES = ['answers', 'files']
const FORM = formOf(SHAPES.inspection)

function openRaw(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => STORES.forEach((store) => request.result.createObjectStore(store)))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB did not open')))
  })
}

function putRaw(database: IDBDatabase, answer: { readonly id: string }, files: readonly ArrayBuffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORES, 'readwrite', { durability: 'strict' })
    transaction.objectStore('answers').put(answer, answer.id)
    files.forEach((file, index) => transaction.objectStore('files').put(file, `${answer.id}/${index}`))
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The transaction was aborted')))
  })
}

function envelope() {
  return {
    id: generateMutationId(random()),
    answer: generateAnswerId(random()),
    device: DEVICE,
    clock: toInstant(Date.now()),
  }
}

/** Saves like the screen: photos and draft are journaled while the user writes, and become the answer at the tap. */
async function saveFromDraft(local: Local, photos: readonly ArrayBuffer[]): Promise<number> {
  const files = await Promise.all(photos.map((data, index) => captured(index, new Uint8Array(data))))
  const filled = submitMutationSchema.parse(
    submitOf(
      SHAPES.inspection,
      envelope(),
      files.map(({ claim }) => claim),
    ),
  )
  const now = toInstant(Date.now())
  const { answer: id, template, version, header, content } = filled
  for (const file of files) await attachFileToDraft(local, id, file)
  await saveDraft(local, { id, template, version, header, content, startedAt: now, updatedAt: now })
  const tapped = performance.now()
  if (findMissingItems(FORM, content, header).length > 0) throw new Error('The answer is incomplete')
  const result = await saveAnswer(local, { mutation: filled, draft: id })
  if (!result.ok) throw new Error(`Saving was refused: ${result.problem.code}`)
  return performance.now() - tapped
}

/** The same photo with different first bytes, and so a different hash, without generating 300 KB again. */
async function captured(index: number, bytes: Uint8Array<ArrayBuffer>): Promise<CapturedFile> {
  const data = bytes.slice()
  crypto.getRandomValues(data.subarray(20, 40))
  return {
    claim: { sha256: await hash(data), bytes: data.length, type: 'image/jpeg', name: `foto-${index}.jpg` },
    data: data.buffer,
  }
}

function random(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16))
}

expose({
  async save({ saves, photoBytes, run }: SaveJob): Promise<SaveTimes> {
    const local = openDatabase()
    const raw = await openRaw(`raw-${run}`)
    const times = { relevo: [] as number[], raw: [] as number[], attached: [] as number[] }
    let bytes = 0
    // The first saves open databases and compile code; they are not counted.
    for (let index = -5; index < saves; index += 1) {
      const seed = (run * 1000 + index + 10) * 4
      const own = [await capture(seed, photoBytes), await capture(seed + 1, photoBytes)]
      const other = [await capture(seed + 2, photoBytes), await capture(seed + 3, photoBytes)]
      const claims = own.map(({ claim }) => claim)
      // The screen's content when the user taps.
      const filled = submitMutationSchema.parse(submitOf(SHAPES.inspection, envelope(), claims))
      const same = structuredClone(filled)

      const saveOurs = async (): Promise<number> => {
        const tapped = performance.now()
        if (findMissingItems(FORM, filled.content, filled.header).length > 0)
          throw new Error('The answer is incomplete')
        const result = await saveAnswer(local, { mutation: { ...filled, ...envelope() }, files: own })
        if (!result.ok) throw new Error(`Saving was refused: ${result.problem.code}`)
        return performance.now() - tapped
      }
      const saveRaw = async (): Promise<number> => {
        const started = performance.now()
        await putRaw(
          raw,
          same,
          other.map(({ data }) => data),
        )
        return performance.now() - started
      }
      // The first system alternates, so that neither always follows the other's flush.
      const oursFirst = index % 2 === 0
      const first = await (oursFirst ? saveOurs() : saveRaw())
      const second = await (oursFirst ? saveRaw() : saveOurs())
      const attached = await saveFromDraft(
        local,
        own.map((file) => file.data),
      )
      if (index < 0) continue
      times.attached.push(attached)
      times.relevo.push(oursFirst ? first : second)
      times.raw.push(oursFirst ? second : first)
      bytes = JSON.stringify(filled).length + 2 * photoBytes
    }
    raw.close()
    local.close()
    return { ...times, bytes }
  },
})
