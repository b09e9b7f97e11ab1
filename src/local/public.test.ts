import { beforeEach, describe, expect, it } from 'vitest'
import { PUBLIC_AUTHOR } from '#domain/kernel/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildPair, capture, runOver } from '#tests/support/device/device.ts'
import {
  exportUnsentWork,
  getHolderSecret,
  storePublicForm,
  listLocalAnswers,
  listTemplates,
  loadAnswer,
  loadTemplate,
  getGuestDeviceId,
  readPublicFormFacts,
  saveAnswer,
  type Local,
} from './index.ts'

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
const FORM = buildPlainTemplate()

let pair: ReturnType<typeof buildPair>
let local: Local
beforeEach(() => {
  pair = buildPair({ account: PUBLIC_AUTHOR })
  local = pair.device.local
})

async function save(seed: number, text = 'se ve mal la esquina'): Promise<ReturnType<typeof buildPlainSubmit>> {
  const photo = capture(`photo ${seed}`)
  const mutation = buildPlainSubmit(seed, text, { author: PUBLIC_AUTHOR, files: [photo.claim] })
  const saved = await saveAnswer(local, { mutation, files: [photo] })
  if (!saved.ok) throw new Error(saved.problem.code)
  return mutation
}

/** The whole database as text. */
async function stored(): Promise<string> {
  const tables = await Promise.all(local.database.tables.map(async (table) => [table.name, await table.toArray()]))
  return JSON.stringify(tables)
}

describe('a form of the public', () => {
  it('opens without a network once it was here, with what its municipality wants of its page', async () => {
    expect(await readPublicFormFacts(local, FORM.id)).toBeUndefined()
    expect(await storePublicForm(local, FORM, { codeHidden: true })).toMatchObject({ ok: true })
    expect(await loadTemplate(local, FORM.id)).toEqual(FORM)
    expect(await readPublicFormFacts(local, FORM.id)).toEqual({ codeHidden: true })
  })

  it('is replaced by its next version, and stays for what was filled with the one before', async () => {
    await storePublicForm(local, FORM, { codeHidden: false })
    await save(1)
    await storePublicForm(local, { ...FORM, version: 2 }, { codeHidden: false })
    expect((await listTemplates(local)).map(({ version }) => version)).toEqual([2])
    expect(await loadTemplate(local, FORM.id, 1)).toEqual(FORM)
  })
})

describe('an answer of the public', () => {
  it('leaves nothing of what was written once it has arrived, and its code stays', async () => {
    const { answer } = await save(1)
    expect(await stored()).toContain('se ve mal la esquina')
    await pair.device.run()
    expect(pair.server.answers.size).toBe(1)
    expect(await stored()).not.toContain('se ve mal la esquina')
    expect(await local.database.blobs.count()).toBe(0)
    expect(await loadAnswer(local, answer)).toMatchObject({ submit: undefined, delivery: { kind: 'received' } })
  })

  it('stays whole while it has not arrived, and when it was refused', async () => {
    pair.server.fault = ({ path }) => (path.endsWith('/push') ? 'cut' : undefined)
    await save(1)
    await pair.device.run()
    expect(await stored()).toContain('se ve mal la esquina')
    pair.server.fault = () => undefined
    pair.server.judge = ({ id }) => ({ id, status: 'rejected', problem: { code: 'access.forbidden' } })
    await pair.device.run({ hurry: true })
    const [answer] = await listLocalAnswers(local, FORM.id)
    expect(answer?.delivery?.kind).toBe('attention')
    expect(await stored()).toContain('se ve mal la esquina')
  })

  it('cannot be saved a second time from the same draft after it has arrived', async () => {
    const first = await save(1)
    await pair.device.run()
    const again = await saveAnswer(local, {
      mutation: { ...buildPlainSubmit(2, 'x', { author: PUBLIC_AUTHOR }), answer: first.answer },
      draft: first.answer,
    })
    expect(again).toMatchObject({ ok: false, problem: { code: 'answer.saved-elsewhere' } })
  })
})

describe('what the public is known by', () => {
  it('is made once, is its own, and is not carried to another device by a backup', async () => {
    const [device, secret] = [await getGuestDeviceId(local, random), await getHolderSecret(local, random)]
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect([await getGuestDeviceId(local, random), await getHolderSecret(local, random)]).toEqual([device, secret])
    await save(1)
    const backup = await exportUnsentWork(local, async () => 'a'.repeat(64) as never, FORM.timeStamp)
    expect(new TextDecoder().decode(backup)).not.toContain(secret)
  })

  it('goes along with what it sends, beside the form that asked for the file, and nothing of a session', async () => {
    const secret = await getHolderSecret(local, random)
    const sent: RequestInit[] = []
    const { fetch } = pair.device.deps
    await save(1)
    await runOver(pair.device, (path, init) => {
      sent.push(init)
      return fetch(path, init)
    })
    expect(sent.length).toBeGreaterThan(1)
    for (const { headers, credentials } of sent) {
      expect(new Headers(headers).get('x-relevo-holder')).toBe(secret)
      expect(credentials).toBe('omit')
    }
    const metadata = sent.map(({ headers }) => new Headers(headers).get('upload-metadata')).find((one) => one !== null)
    expect(metadata).toContain(`form ${btoa(FORM.id)}`)
  })
})
