import { expect, it } from 'vitest'
import { buildWorld } from '#tests/support/server/world.ts'
import { renderAnswersPdf } from './answers-pdf.ts'

const LOOK = { chosen: undefined, pictures: new Map<string, Uint8Array<ArrayBuffer>>() }
const HOW = { reader: {}, origin: 'https://relevo.test', isPublic: false }

it('a server that makes no PDFs says so, before it looks for anything', async () => {
  const { store, files, clock } = (await buildWorld()).ports
  expect(await renderAnswersPdf({ store, files, clock }, [], LOOK, HOW)).toEqual({
    ok: false,
    problem: { code: 'pdf.not-configured' },
  })
})
