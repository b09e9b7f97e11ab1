import { isDeepStrictEqual } from 'node:util'
import type { AnswerId, MutationId } from '#domain/kernel/index.ts'
import type { StoredReceipt } from '#domain/sync/index.ts'
import { loadDraft, loadFile, type Local, type takeBackAnswer } from '#local/index.ts'
import type { SimDevice } from './device.ts'
import type { Connection } from './network.ts'
import type { Saved } from './oracle.ts'
import type { Process } from './process.ts'
import type { ServerModel } from './server-model.ts'

type Choice = Parameters<typeof takeBackAnswer>[2]['choice']
type Wish = {
  readonly one: Saved
  readonly choice: Choice
  /** id of its next mutation, if it is saved again */
  readonly next: MutationId
  readonly process: Process
  /** an earlier wish about the same answer, whose outcome is not known yet */
  readonly earlier: Wish | undefined
  /** undefined: no reply, or storage failed, perhaps after the commit */
  reply?: 'refused' | 'failed'
}
/** Data that a device has stored about answers. */
type Stored = {
  readonly drafts: ReadonlySet<AnswerId>
  readonly entries: ReadonlyMap<AnswerId, unknown>
  readonly receipts: readonly StoredReceipt[]
}

/**
 * Invariant 14: until its first byte has left, the author of a saved answer can correct or discard it, and afterwards
 * not. Only its last state before that is ever sent. It is never both a draft and sent, and a discarded answer leaves
 * nothing behind.
 */
export type TakeBackLaw = {
  /**
   * its author is about to take an answer back, or to discard it or its draft
   * @returns a function to call with the reply; undefined: storage failed. Unless it is granted, the device's tables
   * decide, because a write may have been committed before its connection failed
   */
  asking(wish: Omit<Wish, 'earlier' | 'reply'>): (isGranted: boolean | undefined) => void
  /** an answer is entered, or corrected after it was taken back */
  enter(one: Saved): void
  /** the draft of an answer that was just taken back */
  reopened(local: Local, id: AnswerId): Promise<void>
  left(path: string, init: RequestInit): void
  wiped(device: SimDevice): void
  inspect(local: Local, device: SimDevice, stored: Stored): Promise<void>
  /** number of answers that were taken back or discarded */
  count(): number
}

type Deps = {
  readonly saved: Map<AnswerId, Saved>
  readonly model: ServerModel
  readonly note: (violation: string) => void
}

export function createTakeBackLaw({ saved, model, note }: Deps): TakeBackLaw {
  const wishes = new Map<AnswerId, Wish>()
  const discarded = new Map<AnswerId, Saved>()
  /** mutations that were taken back */
  const withdrawn = new Set<string>()
  /** mutations and files of which a byte has left a device */
  const gone = new Set<string>()
  /** outings in which answers were entered while nothing was sent */
  const quiet = new Map<AnswerId, Connection['outing']>()
  let count = 0
  const broken = (text: string): void => note(`14 taken back: ${text}`)

  function isTaken({ one, choice, next }: Wish): void {
    const { submit } = one
    const { answer } = submit
    wishes.delete(answer)
    withdrawn.add(submit.id)
    count += 1
    if ([submit.id, ...submit.files.map(({ sha256 }) => sha256)].some((part) => gone.has(part)))
      broken(`${answer} was given back after its first byte had left`)
    if (choice === 'correct')
      return void saved.set(answer, { ...one, submit: { ...submit, id: next }, acknowledged: false, journaled: true })
    saved.delete(answer)
    discarded.set(answer, one)
  }

  /** Whether nothing has even tried to send it since it was entered. */
  function isOwed({ submit, device, wiped, acknowledged }: Saved): boolean {
    const outing = device?.line.outing
    return outing?.leaky === false && quiet.get(submit.answer) === outing && acknowledged && !wiped
  }

  /** Decides a wish that was not granted by what the device has stored. */
  function settle(wish: Wish, { drafts, entries, receipts }: Stored): void {
    const { answer } = wish.one.submit
    const isSent = receipts.some((receipt) => receipt.answer === answer) || model.has(answer)
    for (let each: Wish | undefined = wish; each !== undefined; each = each.earlier)
      if (!entries.has(answer) && !isSent && drafts.has(answer) === (each.choice === 'correct')) return isTaken(each)
    if (wish.reply === undefined && wish.process.alive) return
    wishes.delete(answer)
    if (wish.reply === 'refused' && entries.has(answer))
      broken(`${answer} was not given back, and nothing of it had left`)
  }

  async function checkDiscarded({ database }: Local, { submit }: Saved, stored: Stored): Promise<void> {
    const { answer, files } = submit
    const hashes = files.map(({ sha256 }) => sha256)
    const needed = await database.needs.where('sha256').anyOf(hashes).count()
    const bytes = await database.blobs.where('sha256').anyOf(hashes).count()
    const isListed = stored.drafts.has(answer) || stored.entries.has(answer)
    if (isListed || needed + bytes > 0 || (await database.answers.get(answer)) !== undefined)
      broken(`${answer} was discarded, and something of it is still on the device`)
  }

  return {
    count: () => count,
    asking: (asked) => {
      const { answer } = asked.one.submit
      const wish: Wish = { ...asked, earlier: wishes.get(answer) }
      wishes.set(answer, wish)
      return (isGranted) => {
        if (wishes.get(answer) !== wish) return
        if (isGranted === true) return isTaken(wish)
        wish.reply = isGranted === false && isOwed(wish.one) ? 'refused' : 'failed'
      }
    },
    enter: (one) => {
      const { submit, device } = one
      const isQuiet = device?.line.outing?.leaky === false && !device.isSyncing()
      saved.set(submit.answer, one)
      quiet.set(submit.answer, isQuiet ? device.line.outing : undefined)
    },
    reopened: async (local, id) => {
      const found = await loadDraft(local, id)
      const one = saved.get(id)
      if (one === undefined || one.wiped) return
      const { header, content, files } = one.submit
      const expected = { header, content, files: new Set(files.map(({ sha256 }) => sha256)) }
      const { draft } = found ?? {}
      const actual = {
        header: draft?.header,
        content: draft?.content,
        files: new Set(found?.files.map(({ sha256 }) => sha256)),
      }
      if (!isDeepStrictEqual(actual, expected)) broken(`the draft of ${id} is not as the answer was saved`)
      for (const claim of one.damaged ? [] : files) {
        const data = await loadFile(local, claim)
        if (data === undefined || !Buffer.from(data).equals(one.bytes.get(claim.sha256) ?? new Uint8Array()))
          broken(`a file of ${id} is gone from its draft`)
      }
    },
    left: (path, { body, headers }) => {
      if (path.startsWith('/api/sync/push') && typeof body === 'string') {
        for (const { id } of (JSON.parse(body) as { readonly mutations: readonly { readonly id: string }[] })
          .mutations) {
          gone.add(id)
          if (withdrawn.has(id)) broken(`${id} was sent after its author had taken it back`)
        }
      }
      const [, sha256] = /(?:^|,)sha256 ([^,]+)/.exec(new Headers(headers).get('upload-metadata') ?? '') ?? []
      if (sha256 !== undefined) gone.add(atob(sha256))
    },
    wiped: (device) => {
      for (const [id, { one }] of wishes) if (one.device === device) wishes.delete(id)
    },
    inspect: async (local, device, stored) => {
      const isHere = (one: Saved | undefined): one is Saved =>
        one !== undefined && one.device === device && one.author === local.account
      for (const wish of wishes.values()) if (isHere(wish.one)) settle(wish, stored)
      for (const one of discarded.values()) if (isHere(one)) await checkDiscarded(local, one, stored)
      for (const id of stored.drafts) {
        if (!isHere(saved.get(id))) continue
        if (stored.entries.has(id)) broken(`${id} is a draft and waits to be sent`)
        if (model.has(id) || stored.receipts.some(({ answer }) => answer === id))
          broken(`${id} is a draft and was sent`)
      }
    },
  }
}
