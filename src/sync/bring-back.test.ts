import { describe, expect, it } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import { listOutbox, loadAnswer, loadTemplate, readMeta, saveAnswer, writeMeta } from '#local/index.ts'
import { listSentMutations } from '#local/sent.ts'
import { buildMove, buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildPair, capture, saveOne } from '#tests/support/device/device.ts'
import { refusal } from '#tests/support/device/fake-server.ts'
import { runSync } from './run-sync.ts'

const MINUTE = 60_000
const note = buildPlainTemplate()

function pair() {
  const { device, server } = buildPair()
  server.pages = () => ({ templates: [note] })
  /** Runs until nothing is due. */
  const settle = async (): Promise<void> => {
    for (let runs = 0; runs < 6; runs += 1) {
      const outcome = await device.run()
      if (outcome.kind === 'done' && outcome.next === undefined) return
      device.clock.now += 2 * MINUTE
    }
  }
  const asked = () => server.calls.filter(({ path }) => path === '/api/sync/lacking').length
  return { device, server, local: device.local, settle, asked }
}

describe('after the server was restored from a backup', () => {
  it('a device sends again what the server lacks: the same ids in the same order, with the former codes', async () => {
    const { device, server, local, settle } = pair()
    const photo = capture('a photo')
    const submit = await saveOne(local, 1, [photo])
    const move = buildMove(2, { author: 'ines', answer: submit.answer })
    await saveAnswer(local, { mutation: move })
    await settle()
    const code = 'VIS1'
    expect((await loadAnswer(local, submit.answer))?.receipts).toMatchObject([{ code }, {}])
    server.restore()
    expect(await device.run()).toEqual({ kind: 'done', next: 0 })
    expect((await listOutbox(local)).map(({ id, state }) => [id, state.kind])).toEqual([
      [submit.id, 'waiting'],
      [move.id, 'waiting'],
    ])
    expect((await loadAnswer(local, submit.answer))?.delivery).toMatchObject({ kind: 'saved' })
    await settle()
    expect(await listOutbox(local)).toEqual([])
    expect([...server.answers.keys()]).toEqual([submit.answer])
    expect([...server.files.keys()]).toEqual([photo.claim.sha256])
    expect(server.pushed().flat()).toEqual([submit.id, move.id, submit.id, move.id])
    const again = await listSentMutations(local.database)
    expect(again.map(({ mutation }) => mutation)).toEqual([{ ...submit, returned: { codes: [code] } }, move])
  })

  it('is reported only once per restore, and tells supervisors what came back', async () => {
    const { device, server, local, settle, asked } = pair()
    const submit = await saveOne(local, 1)
    await saveAnswer(local, { mutation: buildMove(2, { author: 'ines', answer: submit.answer }) })
    await settle()
    expect(asked()).toBe(0)
    server.restore()
    device.clock.now += 5 * MINUTE
    const at = toInstant(device.clock.now)
    await settle()
    await device.run()
    expect(asked()).toBe(1)
    const report = JSON.parse(String(server.calls.findLast(({ path }) => path.startsWith('/api/sync/pull'))?.body))
    expect(report.broughtBack).toEqual({ at, answers: 1, changes: 1, missing: [], missingCount: 0 })
  })

  it('comes back again after a second restore, with each code that it had', async () => {
    const { server, local, settle } = pair()
    await saveOne(local, 1)
    await settle()
    server.restore()
    await settle()
    server.restore()
    await settle()
    const [row] = await listSentMutations(local.database)
    expect(row?.mutation).toMatchObject({ returned: { codes: ['VIS1', 'VIS2'] } })
  })

  it('leaves alone what the server has, and drops what was deleted since', async () => {
    const { server, local, settle } = pair()
    const deleted = await saveOne(local, 1)
    await settle()
    server.restore()
    server.gone = [deleted.id]
    await settle()
    expect([await listOutbox(local), await local.database.sent.count(), server.answers.size]).toEqual([[], 0, 0])
    // Nothing was sent again, so there is nothing to report.
    expect(await readMeta(local, 'broughtBack')).toBeUndefined()
  })

  it('goes before later work on the same answer, also if that was refused for lack of the answer', async () => {
    const { device, server, local, settle } = pair()
    const submit = await saveOne(local, 1)
    await settle()
    const move = buildMove(2, { author: 'ines', answer: submit.answer })
    await saveAnswer(local, { mutation: move })
    server.restore()
    server.judge = ({ id, kind }) =>
      kind === 'answer.submit' || server.answers.has(submit.answer)
        ? undefined
        : { id, status: 'rejected', problem: { code: 'answer.missing' } }
    await device.run()
    await settle()
    expect(await listOutbox(local)).toEqual([])
    expect(server.pushed().flat()).toEqual([submit.id, move.id, submit.id, move.id])
  })

  it('names the files whose bytes are gone, with answer and question', async () => {
    const { server, local, settle } = pair()
    const photo = capture('a photo', 'frente.jpg')
    const mutation = buildPlainSubmit(1, 'una nota', { files: [photo.claim] })
    const withPhoto = {
      ...mutation,
      content: { ...mutation.content, values: { '0/0': { respuesta: '', imagen: photo.claim.sha256 } } },
    }
    await saveAnswer(local, { mutation: withPhoto as typeof mutation, files: [photo] })
    await settle()
    await local.database.needs.clear()
    await local.database.blobs.clear()
    server.restore()
    await settle()
    expect(await readMeta(local, 'broughtBack')).toMatchObject({
      answers: 1,
      missing: [
        {
          answer: mutation.answer,
          code: 'VIS1',
          question: note.secciones[0]?.preguntas[0]?.titulo,
          name: 'frente.jpg',
        },
      ],
      missingCount: 1,
    })
    expect(await listOutbox(local)).toMatchObject([
      { state: { kind: 'quarantined', problem: { code: 'file.unreadable', details: { name: 'frente.jpg' } } } },
    ])
  })

  it('asks again when the reply was lost, and after it was stopped', async () => {
    const { device, server, local, settle, asked } = pair()
    await saveOne(local, 1)
    await settle()
    server.restore()
    server.fault = ({ path }) => (path === '/api/sync/lacking' ? 'lose-reply' : undefined)
    expect(await device.run()).toMatchObject({ kind: 'stopped' })
    expect(await listOutbox(local)).toEqual([])
    server.fault = () => undefined
    device.clock.now += 2 * MINUTE
    await settle()
    expect([asked(), server.answers.size]).toEqual([2, 1])
  })

  it('is returned once by two tabs', async () => {
    const { device, server, local, settle } = pair()
    await saveOne(local, 1)
    await settle()
    server.restore()
    await device.run()
    await writeMeta(local, 'restoreCheck', true)
    await device.run()
    await settle()
    expect(server.pushed().flat()).toHaveLength(2)
    expect(await local.database.sent.count()).toBe(1)
  })

  it('drops what is of a form that the account no longer has, once the server has it', async () => {
    const { server, local, settle } = pair()
    await saveOne(local, 1)
    await settle()
    server.pages = () => ({ reset: true, templates: [] })
    await settle()
    expect([await local.database.sent.count(), await listOutbox(local)]).toEqual([0, []])
  })

  it('is asked about again, more and more rarely, when a change is of an answer that may still come back', async () => {
    const { device, server, local, settle, asked } = pair()
    const move = buildMove(1, { author: 'ines', answer: buildPlainSubmit(2).answer, template: note.id })
    await saveAnswer(local, { mutation: move })
    const submit = await saveOne(local, 3)
    await settle()
    server.restore()
    server.gone = [move.id]
    await device.run()
    await device.run()
    expect([await listOutbox(local), asked()]).toEqual([[], 1])
    for (const minutes of [1, 1, 1, 1, 1, 1, 1]) {
      device.clock.now += minutes * MINUTE
      await device.run()
    }
    expect([asked(), (await listSentMutations(local.database)).length]).toEqual([4, 2])
    // The other device has sent the answer.
    server.gone = []
    device.clock.now += 8 * MINUTE
    await settle()
    expect(server.pushed().flat()).toEqual([move.id, submit.id, submit.id, move.id])
    expect(await readMeta(local, 'broughtBack')).toMatchObject({ answers: 1, changes: 1 })
    expect([await listOutbox(local), await readMeta(local, 'awaited')]).toEqual([[], undefined])
  })

  it('is sent again when the reply of the former server arrives after the question', async () => {
    const { device, server, local, settle } = pair()
    await saveOne(local, 1)
    await settle()
    const late = await saveOne(local, 2)
    const [sent, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const frozen = async (path: string, init: RequestInit) => {
      const response = await server.fetch(path, init)
      if (path !== '/api/sync/push') return response
      sent.resolve()
      await thawed.promise
      return response
    }
    const slept = runSync({ ...device.tab().deps, fetch: frozen })
    await sent.promise
    server.restore()
    server.judge = ({ id }) => ({ id, status: 'retry', after: 5, problem: { code: 'server.busy' }, missing: [] })
    await device.run()
    thawed.resolve()
    await slept
    server.judge = () => undefined
    await settle()
    expect(server.answers.has(late.answer)).toBe(true)
    expect(await listOutbox(local)).toEqual([])
  })

  it('ignores the reply to a question that was asked before another tab has pulled', async () => {
    const { device, server, local, settle } = pair()
    await saveOne(local, 1)
    await settle()
    server.restore()
    server.fault = ({ path }) => {
      if (path === '/api/sync/lacking') void writeMeta(local, 'cursor', 'another')
      return undefined
    }
    await device.run()
    expect([await listOutbox(local), await readMeta(local, 'restoreCheck')]).toEqual([[], true])
    server.fault = () => undefined
    await settle()
    expect(server.answers.size).toBe(1)
  })

  it('keeps the version of the form that returning work was filled in with', async () => {
    const { device, server, local, settle } = pair()
    await saveOne(local, 1)
    await settle()
    server.pages = () => ({ templates: [{ ...note, version: 2 }] })
    server.restore()
    await device.run()
    expect(await listOutbox(local)).toHaveLength(1)
    expect(await loadTemplate(local, note.id, 1)).toEqual(note)
  })

  it('waits for a server that does not answer the question', async () => {
    const { device, server, local, settle } = pair()
    await saveOne(local, 1)
    await settle()
    server.restore()
    server.fault = ({ path }) => (path === '/api/sync/lacking' ? refusal(503, 'server.busy') : undefined)
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'unreachable' } })
    expect(await local.database.sent.count()).toBe(1)
  })
})
