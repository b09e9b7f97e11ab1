import type { Answer, HeldAnswer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { type AnswerId, isGuest, PUBLIC_AUTHOR, type Author } from '#domain/kernel/index.ts'
import type { StoredReceipt } from '#domain/sync/index.ts'
import type { SubmitMutation } from '#domain/answering/index.ts'
import type { Key, Write } from '#domain/store/index.ts'
import { listDrafts, listOutbox, loadFile, readMeta } from '#local/index.ts'
import { openUpgraded } from '#tests/support/device/earlier-app.ts'
import { isAsSaved } from './brought-back.ts'
import { type ChangeOracle, createChangeOracle } from './change-oracle.ts'
import type { SimDevice } from './device.ts'
import { createAccessOracle, type AccessOracle } from './hands.ts'
import { checkLists } from './lists-oracle.ts'
import type { Desks } from './desks.ts'
import type { Effects } from './effects.ts'
import type { Notes } from './notes.ts'
import type { Register } from './register.ts'
import { createRestoreOracle, type RestoreOracle } from './restore-oracle.ts'
import { createReturnLaw, type ReturnLaw } from './return-law.ts'
import { createServerModel, type ServerModel } from './server-model.ts'
import { createPublishedCheck } from './published.ts'
import type { NetworkWatch } from './network.ts'
import type { SimServer } from './server.ts'
import { createShownCheck } from './shown.ts'
import { createTakeBackLaw, type TakeBackLaw } from './take-back-law.ts'
import type { Report } from './report.ts'
import type { Town } from './town.ts'
/** An answer as entered by the simulated user, and whether the product has reported it as saved. */
export type Saved = {
  readonly submit: SubmitMutation
  readonly bytes: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  /** null: entered at a desk of the office */
  readonly device: SimDevice | null
  readonly author: Author
  acknowledged: boolean
  /** whether the journal has stored it: until it is saved, the draft must exist */
  journaled: boolean
  /** whether the disk lost this answer's bytes: it must end in quarantine, with its reason */
  damaged: boolean
  /** whether its device was wiped: its receipt may be lost */
  wiped: boolean
}

/** The invariants of this folder's README, by number, compared with the recorded actions of this world's users. */
export type Oracle = {
  readonly saved: ReadonlyMap<AnswerId, Saved>
  readonly changes: ChangeOracle
  readonly hands: AccessOracle
  readonly restores: RestoreOracle
  readonly returns: ReturnLaw
  readonly takeBacks: TakeBackLaw
  readonly network: Pick<NetworkWatch, 'served' | 'left'>
  figures(): Pick<Report, 'answers' | 'rows' | 'returned' | 'takenBack'>
  /** users whose work is or was on a device */
  authorsOn(device: SimDevice): ReadonlySet<Author>
  readonly violations: readonly string[]
  /** a user fills in this form, in the version on their device */
  answering(template: FormTemplate): void
  enter(saved: Saved): void
  /** the server has had these answers from the beginning */
  takenOver(answers: readonly Answer[]): void
  /** after each committed decision of the server */
  committed(writes: readonly Write[]): void
  /** after a device deleted anything */
  inspect(device: SimDevice): Promise<void>
  /** when the server last accepted a new answer, in the world's time */
  lastArrival(): number
  /** after the quiet end: everything must be in its place */
  final(devices: readonly SimDevice[]): Promise<void>
  note(violation: string): void
  /** everything on the device is lost; with a backup, unsent data must be restored */
  wiped(device: SimDevice, withBackup: boolean): void
  /** remembers the server's state. @returns a function to call when its database was restored to this moment */
  backup(): () => void
  /** whether the server has it, stored, held or deleted */
  arrived(id: AnswerId): boolean
  /** deleted answers that were not restored */
  deleted(): readonly Answer[]
  /** whether a restored backup has lost the answer with this file */
  forgotten(sha256: string): boolean
  /** entered answers that have not arrived */
  unanswered(): readonly Saved[]
  /** the last written answers, newest first */
  latest(count?: number): readonly Answer[]
  heldNow(): readonly HeldAnswer[]
}

export type OracleDeps = Readonly<{ notes: Notes; effects: Effects; register: Register }> & {
  readonly server: () => SimServer
  readonly desks: () => Desks
  readonly versions: ReadonlyMap<Key, FormTemplate>
  readonly limits: ReadonlyMap<string, number>
  readonly withdrawn: Town['withdrawn']
  /** the world's clock */
  readonly now: () => number
}

const LATEST = 4

export function createOracle(deps: OracleDeps): Oracle {
  const { server, effects, versions, limits, withdrawn, register, now } = deps
  const saved = new Map<AnswerId, Saved>()
  const { violations, note } = deps.notes
  const changes = createChangeOracle(note, withdrawn)
  const model: ServerModel = createServerModel({ saved, versions, limits, changes, effects, note })
  const hands = createAccessOracle(note, register, versions, now)
  const checkPublished = createPublishedCheck(versions, note)
  const restores = createRestoreOracle({ model, now, note })
  const shown = createShownCheck({ saved, model, register, restores, note })
  const hasEnded = (id: AnswerId): boolean => model.ended.has(id) || restores.deletedAt(id) > 0
  const returns = createReturnLaw({ saved, model, authorsOn, hasEnded, now, note })
  const takeBacks = createTakeBackLaw({ saved, model, note })
  let lastArrival = 0

  function committed(writes: readonly Write[]): void {
    const stored = model.stored.size
    effects.notifications.committed(writes)
    restores.committed(writes, () => model.committed(writes))
    if (model.stored.size > stored) lastArrival = now()
  }

  function authorsOn(device: SimDevice): ReadonlySet<Author> {
    const own = [...saved.values()].filter((one) => one.device === device).map((one) => one.author)
    return new Set([...own, ...changes.authorsOn(device)])
  }

  async function inspect(device: SimDevice): Promise<void> {
    for (const author of authorsOn(device)) {
      // The disk may have been wiped since the last account.
      if (!device.damage.away) await inspectAccount(device, author)
    }
  }

  async function inspectAccount(device: SimDevice, author: Author): Promise<void> {
    const local = openUpgraded(author, device.disk)
    for (const { template } of await local.database.templates.toArray()) checkPublished(template, device.name)
    if ((await readMeta(local, 'removed')) === true) returns.cleared(device, author)
    const outbox = await listOutbox(local)
    const entries = new Map(
      outbox.filter(({ mutation }) => mutation.kind === 'answer.submit').map((entry) => [entry.answer, entry]),
    )
    const drafts = new Set((await listDrafts(local)).map((draft) => draft.id))
    const batches = await local.database.received.toArray()
    const received = new Map(batches.flatMap(({ receipts }) => receipts).map((receipt) => [receipt.id, receipt]))
    const byId = new Map(outbox.map((entry) => [entry.id, entry]))
    await changes.inspect(local, device, author, { entries: byId, receipts: received })
    await takeBacks.inspect(local, device, { drafts, entries, receipts: [...received.values()] })
    for (const entry of outbox) {
      if (entry.mutation.author !== author) note(`7 own author: ${entry.answer} lies in the outbox of ${author}`)
    }
    for (const one of saved.values()) {
      if (one.device !== device || one.author !== author) continue
      const { submit, acknowledged, journaled, bytes, damaged, wiped } = one
      const receipt = received.get(submit.id)
      const entry = entries.get(submit.answer)
      // A wiped device has lost its receipts too; the answer of a lost receipt may be lost by a restored server.
      const arrived = wiped && (model.has(submit.answer) || model.lost.has(submit.answer))
      if (receipt !== undefined) checkReceipt(submit.answer, receipt)
      else if (entry === undefined && acknowledged && !arrived)
        note(`1 nothing lost: ${submit.answer} was called saved and is gone from ${device.name}`)
      else if (entry === undefined && journaled && !arrived && !drafts.has(submit.answer))
        note(`1 nothing lost: the draft of ${submit.answer} is gone`)
      else if (entry !== undefined && !damaged) {
        if (!isAsSaved(entry.mutation, submit)) note(`1 nothing lost: ${submit.answer} changed in the outbox`)
        for (const claim of submit.files) {
          const data = await loadFile(local, claim)
          const same = data !== undefined && Buffer.from(data).equals(bytes.get(claim.sha256) ?? new Uint8Array())
          if (!same) note(`4 delete late: a file of ${submit.answer} is gone from ${device.name} before its receipt`)
        }
      }
    }
    local.close()
  }

  function checkReceipt(id: AnswerId, receipt: StoredReceipt): void {
    if (model.lost.has(id)) return
    if (receipt.status === 'held' && !model.held.has(id))
      note(`11 truthful: the device says that ${id} is held, and it is not`)
    if (receipt.status === 'held') return
    if ((model.stored.get(id) ?? model.removed.get(id))?.codigoMunicipio !== receipt.code)
      note(`11 truthful: the device says ${receipt.code} of ${id}, the server does not`)
  }

  return {
    saved,
    changes,
    hands: {
      ...hands,
      decided: (writes) => {
        hands.decided(writes)
        restores.decided(writes)
        returns.decided(writes)
      },
    },
    restores,
    returns,
    takeBacks,
    network: { served: hands.served, left: takeBacks.left },
    figures: () => ({
      answers: saved.size,
      rows: changes.rows(),
      returned: returns.returned(),
      takenBack: takeBacks.count(),
    }),
    authorsOn,
    violations,
    note,
    answering: (template) => checkPublished(template, 'somebody'),
    enter: takeBacks.enter,
    takenOver: (answers) => {
      model.takenOver(answers)
      effects.notifications.takenOver(answers)
    },
    committed,
    inspect,
    backup: () => {
      const back = model.backup()
      const unnotified = effects.notifications.remember()
      return () => {
        back()
        unnotified()
        hands.broughtBack()
        effects.broughtBack()
      }
    },
    lastArrival: () => lastArrival,
    arrived: (id) => model.has(id),
    deleted: () => [...model.removed.values()],
    forgotten: (sha256) =>
      changes.forgotten(sha256) ||
      [...saved.values()].some(
        ({ submit }) => model.lost.has(submit.answer) && submit.files.some((one) => one.sha256 === sha256),
      ),
    unanswered: () => [...saved.values()].filter(({ submit }) => !model.has(submit.answer)),
    latest: (count = LATEST) => [...model.stored.values()].slice(-count).toReversed(),
    heldNow: () => [...model.held.values()],
    wiped: (device, withBackup) => {
      for (const one of saved.values()) {
        if (one.device !== device) continue
        one.wiped = true
        if (!withBackup) one.acknowledged = one.journaled = false
      }
      changes.wiped(device, withBackup)
      takeBacks.wiped(device)
      returns.cleared(device)
    },
    final: async (devices) => {
      for (const device of devices) await inspect(device)
      await model.final(server().store)
      for (const one of saved.values()) await checkArrived(one)
      for (const device of devices)
        for (const author of authorsOn(device)) {
          // Guests do not pull.
          if (isGuest(author)) continue
          await shown.checkFates(device, author)
          await shown.checkShown(device, author)
        }
      await effects.final(server(), deps.desks(), model.stored, model.removed)
      await changes.final(server())
      await checkLists(server(), model.stored, note)
      await restores.final(server())
      await returns.final(server())
      await hands.final(
        server(),
        devices.filter(({ account }) => !isGuest(account)),
        authorsOn,
      )
    },
  }

  async function checkArrived(one: Saved): Promise<void> {
    const { submit, acknowledged, device, author, damaged } = one
    if (device === null || model.lost.has(submit.answer)) return
    const local = openUpgraded(author, device.disk)
    const entry = (await listOutbox(local)).find(({ id }) => id === submit.id)
    local.close()
    if (model.has(submit.answer)) {
      for (const claim of submit.files) {
        const stream = await server().files.read(claim.sha256)
        const bytes = stream === undefined ? undefined : Buffer.from(await new Response(stream).arrayBuffer())
        if (!bytes?.equals(one.bytes.get(claim.sha256) ?? new Uint8Array())) {
          note(`3 received means complete: a file of ${submit.answer} differs on the server`)
        }
      }
      const aside = damaged && entry?.state.kind === 'quarantined'
      if (entry !== undefined && !aside)
        note(`10 liveness: ${submit.answer} has arrived, and ${device.name} does not know: ${entry.state.kind}`)
      return
    }
    if (!acknowledged) return
    if (entry === undefined) return note(`1 nothing lost: ${submit.answer} is nowhere`)
    const state = entry.state
    if (state.kind === 'quarantined' && damaged && state.problem.code === 'file.unreadable') return
    // A blocked municipality accepts nothing, and the public's device gets that reason.
    if (author === PUBLIC_AUTHOR && state.kind === 'quarantined' && state.problem.code === 'municipality.blocked')
      return
    const why = state.kind === 'quarantined' || state.kind === 'waiting' ? state.problem?.code : undefined
    note(`10 liveness: ${submit.answer} of ${device.name} is still ${state.kind} (${why ?? 'no reason'})`)
  }
}
