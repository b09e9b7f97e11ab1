import { describe, expect, it } from 'vitest'
import { listAnswers, listOutbox, listTemplates, readProfile, saveAnswer } from '#local/index.ts'
import { buildSubmit } from '../support/builders/submit.ts'
import { buildDevice, capture, saveOne, type TestDevice } from '../support/device/device.ts'
import { ORIGIN, buildWorld, type World } from '../support/server/world.ts'

/** Real pictures as far as the server looks: it reads a file's type from its first bytes. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

async function buildSignedIn(): Promise<{ world: World; device: TestDevice; cookie: { value: string } }> {
  const world = await buildWorld()
  const cookie = { value: await world.signIn('ines') }
  const device = buildDevice(async (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('origin', ORIGIN)
    headers.set('cookie', cookie.value)
    return world.app.request(`${ORIGIN}${path}`, { ...init, headers })
  })
  return { world, device, cookie }
}

describe('the device’s own code against the server’s own code', () => {
  it('pulls profile and templates, delivers an answer with photo and signature, and gets its copy back', async () => {
    const { world, device } = await buildSignedIn()
    expect(await device.run()).toEqual({ kind: 'done', next: undefined })
    expect((await readProfile(device.local))?.id).toBe('ines')
    expect((await listTemplates(device.local)).map(({ id }) => id).toSorted()).toEqual(['comercios', 'nota'])

    const [photo, signature] = [capture(JPEG), capture(PNG, 'firma.png', 'image/png')]
    const text = JSON.stringify(buildSubmit(1))
    const [oldPhoto, oldSignature] = buildSubmit(1).files
    const mutation = JSON.parse(
      text.replaceAll(oldPhoto?.sha256 ?? '', photo.claim.sha256).replaceAll(oldSignature?.sha256 ?? '', signature.claim.sha256),
    ) as ReturnType<typeof buildSubmit>
    const saved = await saveAnswer(device.local, { mutation: { ...mutation, files: [photo.claim, signature.claim] }, files: [photo, signature] })
    expect(saved).toEqual({ ok: true, value: undefined })
    expect(await device.run()).toEqual({ kind: 'done', next: undefined })
    expect(await listOutbox(device.local)).toEqual([])
    const [answer] = await listAnswers(device.local)
    expect(answer?.delivery).toMatchObject({ kind: 'received', code: 'VIS1' })
    expect(answer?.answer?.codigoMunicipio).toBe('VIS1')
    expect(await world.files.size(photo.claim.sha256)).toBe(JPEG.length)
    expect(world.log).toEqual([])
  })

  it('gives a hundred and fifty answers a hundred and fifty codes, once each, in two runs at once', async () => {
    const { world, device } = await buildSignedIn()
    for (let seed = 1; seed <= 150; seed += 1) await saveOne(device.local, seed)
    await Promise.all([device.run(), device.run()])
    await device.run({ hurry: true })
    expect(await listOutbox(device.local)).toEqual([])
    expect(await world.store.count({ collection: 'respuestas_formularios', where: { authorId: 'ines' } })).toBe(150)
  })

  it('pauses without a session and goes on with one', async () => {
    const { world, device, cookie } = await buildSignedIn()
    const good = cookie.value
    cookie.value = '__session=none'
    await saveOne(device.local, 1, [capture(JPEG)])
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'sign-in' } })
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'sign-in' } })
    cookie.value = good
    expect(await device.run()).toMatchObject({ kind: 'done' })
    expect(world.log).toEqual([])
  })

  it('sends nothing under another account’s session', async () => {
    const { world, device, cookie } = await buildSignedIn()
    cookie.value = await world.signIn('pablo')
    await saveOne(device.local, 1, [capture(JPEG)])
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'sign-in', problem: { code: 'session.other-account' } } })
    expect(await world.files.size(capture(JPEG).claim.sha256)).toBeUndefined()
  })
})
