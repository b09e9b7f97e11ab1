import { readMeta, listOutbox } from '#local/index.ts'
import { isGuest, type AnswerId, type Author, type MutationId } from '#domain/kernel/index.ts'
import { keys, type Write } from '#domain/store/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import { openUpgraded } from '#tests/support/device/earlier-app.ts'
import type { SimDevice } from './device.ts'
import type { Saved } from './oracle.ts'
import type { ServerModel } from './server-model.ts'
import type { SimServer } from './server.ts'

/** Work that a device had on the server when a backup was restored. `code`: on its receipt */
type Kept = {
  readonly id: MutationId
  readonly answer: AnswerId
  readonly device: SimDevice
  readonly author: Author
  readonly code?: string | undefined
  /** when the server received it; `Infinity`: the device does not know that it has arrived */
  readonly at: number
  /** when the backup was restored */
  readonly lostAt: number
}

/**
 * What devices have sent comes back after a restored backup: each mutation that the device knows as received, or still
 * has, is on the server again, or is set aside on its device with a reason.
 */
export type ReturnLaw = {
  /** within the transaction that decides them: users and forms determine what a device may keep */
  decided(writes: readonly Write[]): void
  /** the device has deleted what it keeps of sent work, of all its users or of this one: to make room, for example */
  cleared(device: SimDevice | undefined, author?: Author): void
  /** before the database is exchanged. @returns a function to call when it is */
  look(devices: readonly SimDevice[], server: SimServer): Promise<() => Promise<void>>
  final(server: SimServer): Promise<void>
  /** number of mutations that a restored backup lacked, and that came back */
  returned(): number
}

type Deps = {
  readonly saved: ReadonlyMap<AnswerId, Saved>
  readonly model: ServerModel
  readonly authorsOn: (device: SimDevice) => ReadonlySet<Author>
  /** whether the answer was ever deleted or discarded */
  readonly hasEnded: (id: AnswerId) => boolean
  readonly now: () => number
  readonly note: (violation: string) => void
}

/** Milliseconds in which a device may still act on the forms of an earlier pull. */
const LINGER = 120_000
/** Milliseconds after which an idle device pulls again, with a margin. */
const IDLE = 330_000

export function createReturnLaw({ saved, model, authorsOn, hasEnded, now, note }: Deps): ReturnLaw {
  const kept = new Map<MutationId, Kept>()
  const [users, forms] = [new Map<string, User>(), new Map<string, FormTemplate>()]
  /** when a user last could not see a form, by user and form */
  const hidden = new Map<string, number>()
  /** when a device last deleted what it kept, by device, or by device and user */
  const clearedAt = new Map<string, number>()
  /** when each answer was last stored for the first time */
  const storedAt = new Map<AnswerId, number>()
  let returned = 0

  const templateOf = (id: AnswerId): string | undefined =>
    saved.get(id)?.submit.template ?? model.stored.get(id)?.idPlantilla

  function isHidden(author: Author, template: string): boolean {
    const [user, form] = [users.get(keys.user(author)), forms.get(`formularios/${template}`)]
    if (user === undefined || form === undefined) return false
    return (
      user.deactivatedAt !== undefined ||
      form.deleted === true ||
      !form.areas.some((area) => user.areas.some((own) => own === area))
    )
  }

  /** Whether the user could not see the form at this time or later. */
  function wasHiddenSince({ author, answer }: Kept, since: number): boolean {
    const template = templateOf(answer)
    if (template === undefined || isHidden(author, template)) return true
    return (hidden.get(`${author} ${template}`) ?? -Infinity) + LINGER >= since
  }

  /** A device keeps nothing that it has received before it was cleared, or of forms that it no longer had. */
  function isExpected(one: Kept): boolean {
    const { device, author, at } = one
    const cleared = Math.max(...[device.name, `${device.name} ${author}`].map((of) => clearedAt.get(of) ?? -Infinity))
    return at > cleared && (at === Infinity || !wasHiddenSince(one, at))
  }

  async function readDevice(device: SimDevice, author: Author) {
    const local = openUpgraded(author, device.disk)
    const [entries, rows] = [await listOutbox(local), await local.database.received.toArray()]
    const [removed, awaited] = [await readMeta(local, 'removed'), await readMeta(local, 'awaited')]
    local.close()
    return { entries, receipts: rows.flatMap(({ receipts }) => receipts), isRemoved: removed === true, awaited }
  }

  async function listKept(devices: readonly SimDevice[]): Promise<readonly Kept[]> {
    const all: Kept[] = []
    for (const device of devices)
      for (const author of device.damage.away ? [] : authorsOn(device)) {
        if (isGuest(author)) continue
        const { entries, receipts, isRemoved } = await readDevice(device, author)
        const of = { device, author, lostAt: now() }
        for (const { id, answer } of entries) all.push({ ...of, id, answer, at: Infinity })
        if (isRemoved) continue
        for (const receipt of receipts) {
          const { id, answer, receivedAt } = receipt
          const code = 'code' in receipt && saved.get(answer)?.submit.id === id ? receipt.code : undefined
          all.push({ ...of, id, answer, code, at: Date.parse(receivedAt) })
        }
      }
    return all.filter(isExpected)
  }

  const hasArrived = async ({ store }: SimServer, { id, author }: Kept): Promise<boolean> =>
    (await store.get(keys.receipt(id)))?.author === author

  /** Whether the device may not have asked yet since the answer of this change is back. */
  function mayStillWait({ answer, device, author }: Kept, wait: number): boolean {
    return device.account !== author || now() - (storedAt.get(answer) ?? 0) <= wait + IDLE
  }

  async function checkKept(server: SimServer, one: Kept): Promise<void> {
    const { id, answer, device, author, code } = one
    const isChange = saved.get(answer)?.submit.id !== id
    if (hasEnded(answer) || (isChange && (!model.has(answer) || wasHiddenSince(one, one.lostAt)))) return
    const { entries, awaited } = await readDevice(device, author)
    const entry = entries.find((each) => each.id === id)
    const isAside = entry?.state.kind === 'quarantined'
    if (awaited?.ids.includes(id) === true && mayStillWait(one, awaited.wait)) return
    if (isAside || (await hasArrived(server, one))) returned += 1
    else if (entry === undefined) note(`1 nothing lost: ${device.name} had sent ${id}, and a restored backup lacks it`)
    if (entry !== undefined && !isAside) note(`10 liveness: ${id}, which a restored backup lacked, is still waiting`)
    const { codigoMunicipio = code, earlierCodes = [] } = model.stored.get(answer) ?? {}
    if (code !== undefined && code !== codigoMunicipio && !earlierCodes.includes(code))
      note(`11 truthful: ${answer} is not found by ${code}, the code that ${device.name} had shown`)
  }

  return {
    decided: (writes) => {
      for (const write of writes) {
        const answer = /^respuestas_formularios\/[^/]+$/.test(write.key) && write.kind === 'set' ? write.document : {}
        if (answer['version'] === 1) storedAt.set(answer['id'] as AnswerId, now())
      }
      const seen = writes.filter(({ key }) => /^(usuarios|formularios)\/[^/]+$/.test(key))
      if (seen.length === 0) return
      for (const user of users.values())
        for (const form of forms.values()) if (isHidden(user.id, form.id)) hidden.set(`${user.id} ${form.id}`, now())
      for (const write of seen) {
        if (write.kind !== 'set') continue
        if (write.key.startsWith('usuarios/')) users.set(write.key, write.document as unknown as User)
        else forms.set(write.key, write.document as unknown as FormTemplate)
      }
    },
    cleared: (device, author) => {
      if (device === undefined) return
      clearedAt.set(author === undefined ? device.name : `${device.name} ${author}`, now())
      for (const [id, one] of kept)
        if (one.device === device && (author === undefined || one.author === author)) kept.delete(id)
    },
    look: async (devices, server) => {
      const before: Kept[] = []
      for (const one of await listKept(devices)) if (await hasArrived(server, one)) before.push(one)
      for (const one of kept.values()) {
        if (!(await hasArrived(server, one))) continue
        returned += 1
        kept.delete(one.id)
      }
      return async () => {
        for (const one of before) if (!(await hasArrived(server, one))) kept.set(one.id, one)
      }
    },
    final: async (server) => {
      for (const one of kept.values()) await checkKept(server, one)
    },
    returned: () => returned,
  }
}
