import assert from 'node:assert/strict'
import type { Locator, Page } from '@playwright/test'
import { decomposeAnswer, listAskedQuestions, type PlacedQuestion } from '#domain/answering/index.ts'
import type { AnswerValues, QuestionValue } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  type Address,
  parseAddress,
  templateIdSchema,
  type AnswerId,
  addressSchema,
  type RowId,
} from '#domain/kernel/index.ts'
import { formatValue, DATA_TYPE, QUESTION_TYPE, type Question, acceptsAnswerValue } from '#domain/questions/index.ts'
import { buildDemoTemplates } from '#embedded/demo/forms/index.ts'
import { there } from '../../support/there.ts'
import { TopBar } from '../controls/top-bar.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { diskOf, type Disk } from '../support/disk.ts'
import { exported, openExport } from '../support/exporting.ts'
import { test } from '../support/world.ts'
import { takePhotos } from '../support/photos.ts'
import { signInAs } from '../support/supervisor.ts'
import type { Tablet } from '../support/tablet.ts'
import { EDITOR } from '../support/town.ts'

/** Real forms from other projects, as in the demonstration: 154 questions, two repeatable sections. */
const REAL = ['forest-structure', 'site-assessment', 'socio-economic'].map((id) => templateIdSchema.parse(id))

test('three real forms are answered completely without a signal, and server and workbook have every word of it', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: EDITOR, viewport: { width: 1440, height: 900 } })
  const disk = diskOf(server.dataDir)
  const forms = buildDemoTemplates(0)
  const photos = await takePhotos(tablet.page, world.folder('photos'), 2)
  await tablet.goOffline()
  const answered = new Map<FormTemplate, { readonly id: AnswerId; readonly given: Given }>()
  for (const id of REAL) {
    const form = there(forms.find((one) => one.id === id))
    answered.set(form, await answerForm(tablet, form, photos))
    world.step(`answered ${form.titulo}`)
  }
  await tablet.goOnline()
  await new TopBar(tablet.page).says('All sent')

  const supervisor = await signInAs(EDITOR, server.origin)
  for (const [form, { id, given }] of answered) {
    const stored = await supervisor.answer(id)
    await isThere(disk, decomposeAnswer(stored), given)
    await openExport(tablet, form.id)
    const rows = (await exported(tablet.page)).filter((row) => row['Answer ID'] === id)
    await tablet.page.keyboard.press('Escape')
    isInWorkbook(
      form,
      given,
      rows.flatMap((row) => Object.values(row)),
    )
    world.step(`read ${form.titulo} back`)
  }
})

async function answerForm(
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

/** Checks that each value is as entered, without extra ones, and each photo has its bytes. */
async function isThere(disk: Disk, content: ReturnType<typeof decomposeAnswer>, given: Given): Promise<void> {
  const stored = Object.entries(content.values).map(([address, { imagen, ...value }]) => ({ address, imagen, value }))
  const typed = stored.filter(({ value }) => Object.keys(value).length > 0)
  assert.deepEqual(Object.fromEntries(typed.map(({ address, value }) => [address, value])), given.values)
  const pictured = stored.filter(({ imagen }) => imagen !== undefined)
  assert.deepEqual(new Set(pictured.map(({ address }) => address)), given.photos)
  for (const sha256 of new Set(pictured.map(({ imagen }) => there(imagen))))
    assert.ok((await disk.file(sha256)).length > 0)
}

/** Checks that each answer is in a readable cell, and numbers are numeric cells. */
function isInWorkbook(form: FormTemplate, { values, photos }: Given, cells: readonly unknown[]): void {
  const texts = new Set(cells.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell))))
  const inRows = Object.keys(values).map((at) => parseAddress(at as Address))
  const rows = Object.fromEntries(inRows.flatMap(({ section, row }) => (row === null ? [] : [[section, [row]]])))
  for (const { address, question } of listAskedQuestions(form, { values: {}, conditions: {}, rows })) {
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

/** The answers that the server should have; for a photo only that it exists. */
type Given = { readonly values: Readonly<Record<string, QuestionValue>>; readonly photos: ReadonlySet<string> }

/**
 * Answers every unconditional question on screen, each with a different answer. Each repeatable section gets one more
 * row. @param photos one for each question that takes a picture
 */
async function answerEverything(page: Page, form: FormTemplate, photos: readonly string[]): Promise<Given> {
  const sections = form.secciones.filter(({ repetible }) => repetible)
  // A short form is already expanded.
  await page.getByRole('button', { name: /^(?:Expand|Collapse) sections$/ }).waitFor()
  const expand = page.getByRole('button', { name: 'Expand sections' })
  if ((await expand.count()) > 0) await expand.click()
  const rows: Record<string, readonly RowId[]> = {}
  for (const { orden } of sections) {
    const section = page.locator(`#s-${orden}`)
    // Pressed by key, because sections above are still expanding and move the button.
    await section.getByRole('button', { name: 'Repeat section' }).press('Enter')
    // Questions are rendered near the viewport.
    await section.getByText('Repetition 2', { exact: true }).scrollIntoViewIfNeeded()
    const added = section.locator(`[data-question^="${orden}/r"]`).first()
    const { row } = parseAddress(addressSchema.parse(await added.getAttribute('data-question')))
    if (row !== null) rows[String(orden)] = [row]
  }
  const values: Record<string, QuestionValue> = {}
  const withPhoto = new Set<string>()
  const content: AnswerValues = { values: {}, conditions: {}, rows }
  for (const [index, place] of listAskedQuestions(form, content).entries()) {
    const card = page.locator(`[data-question="${place.address}"]`)
    await card.scrollIntoViewIfNeeded()
    const value = acceptsAnswerValue(place.question) ? await answer(card, place, index) : undefined
    if (value !== undefined) values[place.address] = value
    if (!place.question.adjuntar) continue
    await card
      .locator('input[type="file"]')
      .first()
      .setInputFiles(photos[index % photos.length] ?? '')
    await card.getByRole('img').waitFor()
    withPhoto.add(place.address)
  }
  return { values, photos: withPhoto }
}

async function answer(
  card: Locator,
  { question, address }: PlacedQuestion,
  index: number,
): Promise<QuestionValue | undefined> {
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.OPEN: {
      const [typed, respuesta] = typedFor(question, index, address)
      // A question with a photo asks for the note first.
      const note = card.getByRole('button', { name: 'Add a note' })
      if (question.adjuntar && (await note.count()) > 0) await note.click()
      await card.getByRole('textbox').fill(typed)
      return { respuesta }
    }
    case QUESTION_TYPE.BOOLEAN: {
      const respuesta = index % 2 === 0
      await card.getByText(respuesta ? 'Yes' : 'No', { exact: true }).click()
      return { respuesta }
    }
    case QUESTION_TYPE.RADIO: {
      const at = index % question.opciones.length
      await option(card, at).click()
      return { chosen: [orderAt(question, at)] }
    }
    case QUESTION_TYPE.SELECT: {
      const last = question.opciones.length - 1
      const chosen = last === 0 ? [0] : [0, last]
      for (const at of chosen) await option(card, at).click()
      return { chosen: chosen.map((at) => orderAt(question, at)) }
    }
    case QUESTION_TYPE.COMBINED:
      throw new Error('No real form has a combined question')
  }
}

/** The text that a person types, and the stored value. */
function typedFor({ tipoDato }: Question, index: number, address: string): readonly [typed: string, kept: string] {
  const two = String((index % 27) + 1).padStart(2, '0')
  switch (tipoDato) {
    case DATA_TYPE.NUMBER:
      return [`${1000 + index}`, `${1000 + index}`]
    case DATA_TYPE.DECIMAL:
      return [`${index}.25`, `${index},25`]
    case DATA_TYPE.DATE:
      return [`${two}/11/2026`, `2026-11-${two}`]
    case DATA_TYPE.TIME:
      return [`10:${two}`, `10:${two}`]
    default:
      return [`Ñandú ${address}`, `Ñandú ${address}`]
  }
}

function option(card: Locator, at: number): Locator {
  return card.locator('label:has(input[type="radio"]), label:has(input[type="checkbox"])').nth(at)
}

function orderAt({ opciones }: Question, at: number): number {
  const found = opciones[at]
  if (found === undefined) throw new Error('The question offers nothing')
  return found.orden
}
