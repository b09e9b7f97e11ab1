import { describe, expect, it } from 'vitest'
import { addressSchema, generateAnswerId, generateMutationId, toInstant } from '#domain/kernel/index.ts'
import { createEmptyValues } from '#domain/answers/index.ts'
import type { SubmitMutation } from '#domain/answering/index.ts'
import { bytesFor, CLOCK } from '#tests/support/builders/submit.ts'
import { buildPair, capture, runOver, saveOne, START } from '#tests/support/device/device.ts'
import { EARLIER_APP, EARLIER_PROTOCOL, inEarlierWords } from '#tests/support/device/earlier-app.ts'
import { writeUnsentBackup, readUnsentBackup } from './backup.ts'
import { attachFileToDraft, loadDraft, saveDraft } from './drafts.ts'
import type { Draft } from './draft.ts'
import { loadFile } from './files.ts'
import { markQuarantined } from './outbox.ts'
import { listOutbox } from './outbox-reads.ts'

const photo = capture('a photo')
const sketch = capture('a sketch', 'plano.png', 'image/png')
const draft: Required<Draft> = {
  id: generateAnswerId(bytesFor(77)),
  template: 'nota' as Draft['template'],
  version: 1,
  header: { signatures: [] },
  content: createEmptyValues(),
  at: addressSchema.parse('0/0'),
  change: {
    kind: 'answer.correct',
    mutation: generateMutationId(bytesFor(78)),
    base: 3,
    seen: { content: createEmptyValues(), location: { direccion: 'San Martín 450' } },
    decides: [{ mutation: generateMutationId(bytesFor(79)), at: '0/0' }],
  },
  startedAt: CLOCK,
  updatedAt: CLOCK,
  // Every field that a draft can have: a field missing in the backup would be lost on the other device.
  signing: [{ indexSignature: 0, title: 'Titular', firstName: 'Ana', lastName: 'Paz' }],
  filled: [0],
  takenBack: true,
}
const at = toInstant(START)

async function buildBackup() {
  const { device, server } = buildPair()
  const [waiting, aside] = [await saveOne(device.local, 1, [photo]), await saveOne(device.local, 2)]
  await markQuarantined(device.local, aside.id, { code: 'template.missing' }, at)
  await saveDraft(device.local, draft)
  await attachFileToDraft(device.local, draft.id, sketch)
  return { device, server, waiting, aside, bytes: await writeUnsentBackup(device.local, device.deps.hash, at) }
}

/** The same backup with another header, and its matching digest. */
async function rewritten(
  bytes: Uint8Array<ArrayBuffer>,
  change: (header: Record<string, unknown>) => Record<string, unknown>,
) {
  const { hash } = buildPair().device.deps
  const length = new DataView(bytes.buffer).getUint32(8)
  const header = new TextEncoder().encode(
    JSON.stringify(change(JSON.parse(new TextDecoder().decode(bytes.subarray(12, 12 + length))))),
  )
  const body = Buffer.concat([bytes.subarray(0, 8), new Uint8Array(4), header, bytes.subarray(12 + length, -32)])
  body.writeUInt32BE(header.length, 8)
  return new Uint8Array(Buffer.concat([body, Buffer.from(await hash(new Uint8Array(body)), 'hex')]))
}

describe('a backup of everything unsent', () => {
  it('brings entries, drafts and files to another device, which sends them once', async () => {
    const { device, server, waiting, aside, bytes } = await buildBackup()
    const other = buildPair().device
    const counts = { entries: 2, drafts: 1, known: 0, unreadable: 0, missingFiles: 0 }
    expect(await readUnsentBackup(other.local, bytes, other.deps.hash)).toEqual({ ok: true, value: counts })
    expect(await loadDraft(other.local, draft.id)).toEqual({ draft, files: [sketch.claim] })
    expect(await loadFile(other.local, sketch.claim)).toEqual(sketch.data)
    expect((await listOutbox(other.local)).map(({ mutation, state }) => [mutation, state.kind])).toEqual([
      [waiting, 'waiting'],
      [aside, 'waiting'],
    ])

    await runOver(other, server.fetch)
    await device.run()
    expect(server.answers.size).toBe(2)
    expect(server.files.get(photo.claim.sha256)).toEqual(new Uint8Array(photo.data))
  })

  it('changes nothing the second time, nor after the answers were received', async () => {
    const { device, bytes } = await buildBackup()
    const before = await listOutbox(device.local)
    expect(await readUnsentBackup(device.local, bytes, device.deps.hash)).toMatchObject({
      value: { entries: 0, drafts: 0, known: 3 },
    })
    expect(await listOutbox(device.local)).toEqual(before)
    await device.run()
    await readUnsentBackup(device.local, bytes, device.deps.hash)
    expect(await listOutbox(device.local)).toHaveLength(1)
  })

  it('is refused by another account', async () => {
    const { bytes } = await buildBackup()
    const { device } = buildPair({ account: 'olga' as 'public' })
    expect(await readUnsentBackup(device.local, bytes, device.deps.hash)).toEqual({
      ok: false,
      problem: { code: 'backup.other-account' },
    })
    expect(await listOutbox(device.local)).toEqual([])
  })

  it('is refused when any byte of it was changed or is missing', async () => {
    const { device, bytes } = await buildBackup()
    const refused = { ok: false, problem: { code: 'backup.unreadable' } }
    for (let index = 0; index < bytes.length; index += 37) {
      const damaged = bytes.slice()
      damaged[index] = (damaged[index] ?? 0) ^ 1
      expect(await readUnsentBackup(device.local, damaged, device.deps.hash)).toEqual(refused)
      expect(await readUnsentBackup(device.local, bytes.slice(0, index), device.deps.hash)).toEqual(refused)
    }
  })

  it('of an earlier app is taken in in the words of today', async () => {
    const { waiting, bytes } = await buildBackup()
    const old = await rewritten(bytes, ({ entries, drafts, ...header }) => ({
      ...header,
      protocol: EARLIER_PROTOCOL,
      entries: (entries as { mutation: SubmitMutation }[]).map((entry) => ({
        ...entry,
        mutation: inEarlierWords.mutation(entry.mutation),
      })),
      drafts: (drafts as { draft: Draft }[]).map((one) => ({ ...one, draft: inEarlierWords.draft(one.draft) })),
    }))
    const { device } = buildPair()
    expect(await readUnsentBackup(device.local, old, device.deps.hash, EARLIER_APP.steps)).toMatchObject({
      value: { entries: 2, drafts: 1, unreadable: 0 },
    })
    expect((await listOutbox(device.local))[0]?.mutation).toEqual(waiting)
    expect(await loadDraft(device.local, draft.id)).toEqual({ draft, files: [sketch.claim] })
  })

  it('is made even when a file can no longer be read, and says so when it is taken in', async () => {
    const { device } = await buildBackup()
    await device.local.database.blobs.put({ sha256: photo.claim.sha256, data: new ArrayBuffer(0) })
    const bytes = await writeUnsentBackup(device.local, device.deps.hash, at)
    const other = buildPair().device
    expect(await readUnsentBackup(other.local, bytes, other.deps.hash)).toMatchObject({
      value: { entries: 2, missingFiles: 1 },
    })
  })
})
