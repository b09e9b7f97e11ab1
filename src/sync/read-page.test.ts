import { expect, it } from 'vitest'
import type { PullResponse } from '#domain/sync/index.ts'
import { BEFORE, buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { createPullPageParser } from './run-sync.ts'

const page: PullResponse = {
  serverTime: BEFORE,
  cursor: 'c',
  scope: 's',
  reset: false,
  more: false,
  profile: AUTHOR_PROFILE,
  areas: [],
  templates: [buildTemplate(), buildPlainTemplate()],
  goneTemplates: [],
  answers: [],
  goneAnswers: [],
  held: [],
}
const read = (json: unknown) => {
  const skipped: unknown[] = []
  const result = createPullPageParser((what, count) => skipped.push([what, count]))({
    status: 200,
    headers: new Headers(),
    json,
  })
  return { result, skipped }
}

it('a form of a kind that this app does not know is left out, and the others arrive', () => {
  const future = {
    ...buildTemplate(),
    secciones: [{ orden: 0, preguntas: [{ orden: 0, titulo: 'Voz', tipoPregunta: 99 }] }],
  }
  const { result, skipped } = read({ ...page, templates: [future, buildPlainTemplate()] })
  expect(result?.templates.map(({ id }) => id)).toEqual(['nota'])
  expect(skipped).toEqual([['template', 1]])
})

it('a whole page is read as it is', () => {
  expect(read(page)).toEqual({ result: page, skipped: [] })
})

it.each([null, {}, { ...page, cursor: 7 }, '<html>'])('what is no page is nothing', (json) => {
  expect(read(json).result).toBeUndefined()
})
