import assert from 'node:assert/strict'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { diskOf } from '../journeys/support/disk.ts'
import type { Job } from './hands.ts'

const FORM = templateIdSchema.parse('reclamo-alumbrado')

export const publicForm: Job = {
  name: 'a public form answered without an account, with a photo, sent, and with its code',
  run: async ({ hands, server, photos, step }) => {
    const disk = diskOf(server.dataDir)
    const before = new Set(disk.answers(FORM).map(({ id }) => id))
    await hands.browser.goTo(`${server.origin}/publico/contestar/${FORM}`)
    await hands.workerControls()
    await hands.press({ kind: 'text', name: 'Light out', within: 'Problem' })
    await hands.press({ kind: 'text', name: 'No', within: 'Is there a danger of electrocution or of falling?' })
    await hands.type({ within: 'Location', name: 'Address' }, 'Belgrano 1200')
    const [photo = ''] = await photos(1)
    await hands.photo('Photo', photo)
    step('answered')
    await hands.press({ kind: 'button', name: 'Send complaint' })
    await hands.sees({ kind: 'heading', name: 'The answer was registered' })
    const arrived = disk.answers(FORM).filter(({ id }) => !before.has(id))
    assert.equal(arrived.length, 1, 'one answer')
    for (const { codigoMunicipio, files } of arrived) {
      await hands.sees({ kind: 'text', name: codigoMunicipio })
      assert.equal(files.length, 1, 'with its photo')
      for (const { sha256, bytes } of files) assert.equal((await disk.file(sha256)).length, bytes)
      step(`sent, and its code is ${codigoMunicipio}`)
    }
  },
}
