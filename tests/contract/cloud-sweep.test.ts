import { describe, expect, it } from 'vitest'
import { quietLog } from '#core/index.ts'
import { PROTOCOL_VERSION, pushResponseSchema } from '#domain/sync/index.ts'
import { type CloudMachine } from '#firebase/host.ts'
import { DEVICE, hashOf } from '../support/builders/submit.ts'
import { JPEG, PNG, machine, instance, administrator, formAndAnswer, upload } from '#tests/support/cloud/instance.ts'

describe('the sweep of the cloud', () => {
  const WEEK = 7 * 24 * 60 * 60 * 1000

  it('takes files that no answer names and images that no one saved, and leaves what is named, recent or just sent', async () => {
    const google = machine()
    const one = await instance(google)
    const swept = async () => one.functions.sweep.run({ scheduleTime: new Date(google.time.now).toISOString() })
    const stored = async (...all: readonly Uint8Array[]) =>
      Promise.all(all.map(async (bytes) => (await one.host.ports.files.size(hashOf(bytes))) !== undefined))
    const cookie = await administrator(one)
    const submit = await formAndAnswer(one)
    const [orphan, recent, image] = [
      new Uint8Array([...PNG, 4]),
      new Uint8Array([...PNG, 5]),
      new Uint8Array([...PNG, 6]),
    ]
    for (const bytes of [JPEG, PNG, orphan]) await upload(one, cookie, bytes, { name: 'foto', type: 'image/png' })
    const body = { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'admin', mutations: [submit] }
    expect(
      pushResponseSchema.parse(await (await one.ask('POST', '/api/sync/push', { cookie, body })).json()).results,
    ).toMatchObject([{ status: 'applied' }])
    expect((await one.ask('POST', '/api/templates/comercios/images', { cookie, body: image })).status).toBe(200)
    google.time.now += WEEK - 60_000
    await upload(one, cookie, recent, { name: 'foto', type: 'image/png' })
    await swept()
    expect(await stored(JPEG, PNG, orphan, recent, image)).toEqual([true, true, true, true, true])
    google.time.now += 2 * 60_000
    await swept()
    expect(await stored(JPEG, PNG, orphan, recent, image)).toEqual([true, true, false, true, true])
    for (let day = 0; day < 35; day += 2) {
      google.time.now += (2 * WEEK) / 7
      await swept()
    }
    expect(await stored(JPEG, PNG, orphan, recent, image)).toEqual([true, true, false, false, false])
  })

  it('continues with the rest when one part fails, and the schedule hears of it', async () => {
    const google = machine()
    const failures: string[] = []
    const getFiles: CloudMachine['bucket']['getFiles'] = async () => {
      throw new Error('Cloud Storage: 503')
    }
    const one = await instance({
      ...google,
      bucket: { ...google.bucket, getFiles },
      log: { ...quietLog, error: (event) => void failures.push(event) },
    })
    await administrator(one)
    google.time.now += 31 * 24 * 60 * 60 * 1000
    await expect(one.functions.sweep.run({ scheduleTime: new Date(google.time.now).toISOString() })).rejects.toThrow(
      'Not everything was swept',
    )
    expect(failures).toEqual(['sweep.uploads-failed', 'sweep.orphans-failed'])
    expect(await one.host.ports.store.count({ collection: 'websession' })).toBe(0)
  })
})
