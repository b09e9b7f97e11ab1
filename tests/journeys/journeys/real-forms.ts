import assert from 'node:assert/strict'
import { decomposeAnswer, walkPlaces } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { type Address, parseAddress, templateIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { formatValue } from '#domain/questions/index.ts'
import { demoTemplates } from '#embedded/demo/forms/index.ts'
import { there } from '../../support/there.ts'
import { TopBar } from '../controls/top-bar.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { answerEverything, type Given } from '../support/answer-everything.ts'
import { diskOf, type Disk } from '../support/disk.ts'
import { exported, openExport } from '../support/exporting.ts'
import { test } from '../support/world.ts'
import { prepare } from '../support/main-job.ts'
import { takePhotos } from '../support/photos.ts'
import { signInAs } from '../support/supervisor.ts'
import type { Tablet } from '../support/tablet.ts'
import { EDITOR } from '../support/town.ts'

/** Forms that others wrote and used in the field, as the demonstration has them: 154 questions, two sections repeat. */
const REAL = ['forest-structure', 'site-assessment', 'socio-economic'].map((id) => templateIdSchema.parse(id))

test('three real forms are answered completely without a signal, and server and workbook have every word of it', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { viewport: { width: 1440, height: 900 } })
  const disk = diskOf(server.dataDir)
  const photos = await takePhotos(tablet, world.folder('photos'), 2)
  const forms = demoTemplates(0)
  await prepare(tablet, EDITOR)
  await tablet.goOffline()
  const answered = new Map<FormTemplate, { readonly id: AnswerId; readonly given: Given }>()
  for (const id of REAL) {
    const form = there(forms.find((one) => one.id === id))
    answered.set(form, await answer(tablet, form, photos))
    world.step(`answered ${form.titulo}`)
  }
  await tablet.goOnline()
  await new TopBar(tablet.page).says('All sent')

  const supervisor = await signInAs(EDITOR, server.origin)
  for (const [form, { id, given }] of answered) {
    const stored = await supervisor.answer(id)
    await isThere(disk, decomposeAnswer(stored), given)
    await openExport(tablet, form.id)
    const rows = (await exported(tablet.page)).filter((row) => row['ID'] === id)
    await tablet.page.keyboard.press('Escape')
    isInWorkbook(
      form,
      given,
      rows.flatMap((row) => Object.values(row)),
    )
    world.step(`read ${form.titulo} back`)
  }
})

async function answer(
  tablet: Tablet,
  form: FormTemplate,
  photos: readonly string[],
): Promise<{ readonly id: AnswerId; readonly given: Given }> {
  await tablet.goTo(`/contestar/${form.id}`)
  const given = await answerEverything(tablet.page, form, photos)
  await new AnsweringPage(tablet.page).save()
  const confirmation = new ConfirmationPage(tablet.page)
  await confirmation.isSavedOnTheDevice()
  return { id: confirmation.answerId(), given }
}

/** Every value as it was given, none beside them, and each photo with its bytes. */
async function isThere(disk: Disk, content: ReturnType<typeof decomposeAnswer>, given: Given): Promise<void> {
  const stored = Object.entries(content.values).map(([address, { imagen, ...value }]) => ({ address, imagen, value }))
  const typed = stored.filter(({ value }) => Object.keys(value).length > 0)
  assert.deepEqual(Object.fromEntries(typed.map(({ address, value }) => [address, value])), given.values)
  const pictured = stored.filter(({ imagen }) => imagen !== undefined)
  assert.deepEqual(new Set(pictured.map(({ address }) => address)), given.photos)
  for (const sha256 of new Set(pictured.map(({ imagen }) => there(imagen))))
    assert.ok((await disk.file(sha256)).length > 0)
}

/** Each answer stands in a cell as a person reads it; numbers are numbers there. */
function isInWorkbook(form: FormTemplate, { values, photos }: Given, cells: readonly unknown[]): void {
  const texts = new Set(cells.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell))))
  const inRows = Object.keys(values).map((at) => parseAddress(at as Address))
  const rows = Object.fromEntries(inRows.flatMap(({ section, row }) => (row === null ? [] : [[section, [row]]])))
  for (const { address, question } of walkPlaces(form, { values: {}, conditions: {}, rows })) {
    const value = values[address]
    if (value === undefined) continue
    const shown = formatValue(question, value, { yes: 'Yes', no: 'No' })
    const kept = String(value.respuesta)
    assert.ok(
      texts.has(shown) || texts.has(kept) || texts.has(kept.replace(',', '.')),
      `${question.titulo}: ${shown} is in no cell of ${[...texts].join(' | ').slice(0, 2000)}`,
    )
  }
  const links = cells.filter((cell) => /\/files\//.test(JSON.stringify(cell) ?? ''))
  assert.ok(links.length >= photos.size, `${links.length} links to ${photos.size} photos`)
}
