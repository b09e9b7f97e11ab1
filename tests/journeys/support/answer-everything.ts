import type { Locator, Page } from '@playwright/test'
import { walkPlaces, type Place } from '#domain/answering/index.ts'
import type { AnswerValues, QuestionValue } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { DATA_TYPE, QUESTION_TYPE, type Question, takesAnswer } from '#domain/questions/index.ts'
import { addressSchema, parseAddress, type RowId } from '#domain/kernel/index.ts'

/** What was answered, as the server has to have it; of a photo only that it is there. */
export type Given = { readonly values: Readonly<Record<string, QuestionValue>>; readonly photos: ReadonlySet<string> }

/**
 * Answers every question that asks under no condition, by its kind and each with its own answer, on the screen as it
 * stands. Each repeatable section gets one row more. @param photos one for each question that takes a picture
 */
export async function answerEverything(page: Page, form: FormTemplate, photos: readonly string[]): Promise<Given> {
  const sections = form.secciones.filter(({ repetible }) => repetible)
  // A short form is open already.
  await page.getByRole('button', { name: /^(?:Expand|Collapse) sections$/ }).waitFor()
  const expand = page.getByRole('button', { name: 'Expand sections' })
  if ((await expand.count()) > 0) await expand.click()
  for (const at of sections.keys()) await page.getByRole('button', { name: 'Repeat section' }).nth(at).click()
  const rows: Record<string, readonly RowId[]> = {}
  for (const { orden } of sections) {
    const added = page.locator(`[data-question^="${orden}/r"]`).first()
    const { row } = parseAddress(addressSchema.parse(await added.getAttribute('data-question')))
    if (row !== null) rows[String(orden)] = [row]
  }
  const values: Record<string, QuestionValue> = {}
  const withPhoto = new Set<string>()
  const content: AnswerValues = { values: {}, conditions: {}, rows }
  for (const [index, place] of walkPlaces(form, content).entries()) {
    const card = page.locator(`[data-question="${place.address}"]`)
    await card.scrollIntoViewIfNeeded()
    const value = takesAnswer(place.question) ? await answer(card, place, index) : undefined
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

async function answer(card: Locator, { question, address }: Place, index: number): Promise<QuestionValue | undefined> {
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.OPEN: {
      const [typed, respuesta] = typedFor(question, index, address)
      // Where a photo is asked for, the words to it are wanted first.
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

/** What a person types, and what is kept of it. */
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
