import { isDeepStrictEqual } from 'node:util'
import { IDBKeyRange } from 'fake-indexeddb'
import { composeAnswer } from '#domain/answering/index.ts'
import type { Answer, FormTemplate, HeldAnswer, Municipality } from '#domain/documents/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { type Author, keys, type StoredReceipt, type Submit, type Write } from '#domain/sync/index.ts'
import { listDrafts, listOutbox, loadFile, openLocal } from '#local/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { type ChangeOracle, createChangeOracle } from './change-oracle.ts'
import type { SimDevice } from './device.ts'
import type { SimServer } from './server.ts'

/** What the simulated person entered, and whether the product has said "saved". */
export type Saved = {
  readonly submit: Submit
  readonly bytes: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  readonly device: SimDevice
  readonly author: Author
  acknowledged: boolean
  /** the journal has said yes to it: until it is saved, the draft must be there */
  journaled: boolean
  /** the disk lost this answer's bytes: it must end in quarantine, with its reason, and nowhere else */
  damaged: boolean
}

/** The invariants of design/sync.md, checked against what the people of this world really did. Numbers are the invariants'. */
export type Oracle = {
  readonly saved: ReadonlyMap<AnswerId, Saved>
  readonly changes: ChangeOracle
  /** whose work is or was on a device */
  authorsOn(device: SimDevice): ReadonlySet<Author>
  readonly violations: readonly string[]
  enter(saved: Saved): void
  /** after each committed decision of the server */
  committed(writes: readonly Write[]): void
  /** after a device let go of anything */
  inspect(device: SimDevice): Promise<void>
  /** when the world is quiet: everything must be where it belongs */
  final(devices: readonly SimDevice[]): Promise<void>
  note(violation: string): void
}

export function createOracle(server: () => SimServer, versions: ReadonlyMap<string, FormTemplate>, limits: ReadonlyMap<string, number>): Oracle {
  const saved = new Map<AnswerId, Saved>()
  const violations: string[] = []
  const stored = new Map<string, Answer>()
  const held = new Map<string, HeldAnswer>()
  const accepted = new Map<string, number>()
  let lastCode = 0
  const note = (violation: string): void => {
    if (violations.length < 20) violations.push(violation)
  }
  const changes = createChangeOracle(note)

  function checkAnswer(answer: Answer, code: 'coded' | 'held'): void {
    const known = saved.get(answer.id)
    if (known === undefined) return note(`2 exactly once: the server has an answer ${answer.id} that nobody saved`)
    const { submit, author } = known
    if (answer.authorId !== author) note(`7 own author: ${answer.id} of ${author} is stored under ${answer.authorId}`)
    if (answer.templateVersion !== submit.version) note(`6 own version: ${answer.id} was filled with ${submit.version}`)
    const version = versions.get(keys.templateVersion(submit.template, submit.version))
    if (version === undefined) return note(`6 own version: ${submit.template} has no version ${submit.version}`)
    const expected = composeAnswer(version, submit, { code: answer.codigoMunicipio, now: answer.receivedAt, author: null })
    if (!isDeepStrictEqual(answer.secciones, expected.secciones)) note(`1 nothing lost: ${answer.id} is stored with other content`)
    if (answer.files.length !== submit.files.length) note(`3 received means complete: ${answer.id} lacks files`)
    if (code === 'coded' && answer.codigoMunicipio !== `VIS${lastCode + 1}`) {
      note(`8 codes: ${answer.codigoMunicipio} came after VIS${lastCode}`)
    }
  }

  function answerWritten(answer: Answer, writes: readonly Write[]): void {
    const before = stored.get(answer.id)
    if (before !== undefined && answer.version > 1) {
      changes.rewritten(before, answer, writes)
      return void stored.set(answer.id, answer)
    }
    if (before !== undefined) note(`2 exactly once: ${answer.id} was stored twice`)
    if (held.has(answer.id)) note(`2 exactly once: ${answer.id} is stored and held`)
    checkAnswer(answer, 'coded')
    stored.set(answer.id, answer)
    lastCode += 1
    const count = (accepted.get(answer.idPlantilla) ?? 0) + 1
    accepted.set(answer.idPlantilla, count)
    const limit = limits.get(answer.idPlantilla)
    if (limit !== undefined && count > limit) note(`8 limits: ${answer.idPlantilla} accepted ${count} of ${limit}`)
  }

  function authorsOn(device: SimDevice): ReadonlySet<Author> {
    const own = [...saved.values()].filter((one) => one.device === device).map((one) => one.author)
    return new Set([...own, ...changes.authorsOn(device)])
  }

  async function inspect(device: SimDevice): Promise<void> {
    for (const author of authorsOn(device)) await inspectAccount(device, author)
  }

  async function inspectAccount(device: SimDevice, author: Author): Promise<void> {
    const local = openLocal(author, { indexedDB: device.disk, IDBKeyRange })
    const outbox = await listOutbox(local)
    const entries = new Map(outbox.filter(({ mutation }) => mutation.kind === 'answer.submit').map((entry) => [entry.answer, entry]))
    const drafts = new Set((await listDrafts(local)).map((draft) => draft.id))
    const receipts = await local.database.receipts.toArray()
    const received = new Map(receipts.map((row) => [row.id, row.receipt]))
    changes.inspect(device, author, new Map(outbox.map((entry) => [entry.id, entry])), received)
    for (const entry of outbox) {
      if (entry.mutation.author !== author) note(`7 own author: ${entry.answer} lies in the outbox of ${author}`)
    }
    for (const one of saved.values()) {
      if (one.device !== device || one.author !== author) continue
      const { submit, acknowledged, journaled, bytes, damaged } = one
      const receipt = received.get(submit.id)
      const entry = entries.get(submit.answer)
      if (receipt !== undefined) checkReceipt(submit.answer, receipt)
      else if (entry === undefined && acknowledged) note(`1 nothing lost: ${submit.answer} was called saved and is gone from ${device.name}`)
      else if (entry === undefined && journaled && !drafts.has(submit.answer)) note(`1 nothing lost: the draft of ${submit.answer} is gone`)
      else if (entry !== undefined && !damaged) {
        if (!isDeepStrictEqual(entry.mutation, submit)) note(`1 nothing lost: ${submit.answer} changed in the outbox`)
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
    if (receipt.status === 'held' && !held.has(id)) note(`11 truthful: the device says that ${id} is held, and it is not`)
    if (receipt.status === 'held') return
    if (stored.get(id)?.codigoMunicipio !== receipt.code) note(`11 truthful: the device says ${receipt.code} of ${id}, the server does not`)
  }

  return {
    saved,
    changes,
    authorsOn,
    violations,
    note,
    enter: (one) => saved.set(one.submit.answer, one),
    committed: (writes) => {
      for (const write of writes) {
        if (write.kind !== 'set') continue
        const [collection, ...rest] = write.key.split('/')
        if (rest.length > 1) continue
        if (collection === 'respuestas_formularios') answerWritten(write.document as Answer, writes)
        if (collection === 'held') {
          const document = write.document as HeldAnswer
          if (stored.has(document.id)) note(`2 exactly once: ${document.id} is stored and held`)
          checkAnswer(document.answer, 'held')
          held.set(document.id, document)
        }
      }
    },
    inspect,
    final: async (devices) => {
      for (const device of devices) await inspect(device)
      await checkStores()
      for (const one of saved.values()) await checkArrived(one)
      await changes.final(server())
    },
  }

  async function checkStores(): Promise<void> {
    const { store } = server()
    const municipality = (await store.get(MUNICIPALITY)) as Municipality | undefined
    if (municipality?.lastKeyNumber !== lastCode) note(`8 codes: ${lastCode} answers, last number ${municipality?.lastKeyNumber}`)
    for (const [id, answer] of stored) {
      const document = await store.get(keys.answer(answer.id))
      if (!isDeepStrictEqual(document, answer)) note(`1 nothing lost: ${id} is not in the store as it was committed`)
    }
  }

  async function checkArrived(one: Saved): Promise<void> {
    const { submit, acknowledged, device, author, damaged } = one
    const arrived = stored.has(submit.answer) || held.has(submit.answer)
    const local = openLocal(author, { indexedDB: device.disk, IDBKeyRange })
    const entry = (await listOutbox(local)).find(({ id }) => id === submit.id)
    local.close()
    if (arrived) {
      for (const claim of submit.files) {
        const stream = await server().files.read(claim.sha256)
        const bytes = stream === undefined ? undefined : Buffer.from(await new Response(stream).arrayBuffer())
        if (!bytes?.equals(one.bytes.get(claim.sha256) ?? new Uint8Array())) {
          note(`3 received means complete: a file of ${submit.answer} differs on the server`)
        }
      }
      if (entry !== undefined) note(`10 liveness: ${submit.answer} has arrived, and ${device.name} does not know: ${entry.state.kind}`)
      return
    }
    if (!acknowledged) return
    if (entry === undefined) return note(`1 nothing lost: ${submit.answer} is nowhere`)
    const state = entry.state
    if (state.kind === 'quarantined' && damaged && state.problem.code === 'file.unreadable') return
    const why = state.kind === 'quarantined' || state.kind === 'waiting' ? state.problem?.code : undefined
    note(`10 liveness: ${submit.answer} of ${device.name} is still ${state.kind} (${why ?? 'no reason'})`)
  }
}
