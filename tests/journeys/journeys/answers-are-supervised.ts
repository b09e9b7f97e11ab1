import assert from 'node:assert/strict'
import { AnswerViewPage } from '../pages/answer-view-page.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import type { Journey } from '../support/journey.ts'
import { look } from '../support/look.ts'
import { prepare } from '../support/main-job.ts'
import { signInAs } from '../support/supervisor.ts'
import { EDITOR, NOTE_FORM, NOTE_TITLE, OTHER_INSPECTOR } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

/** Both may correct: the one at the desk, the other without a connection. */
export const journey: Journey = {
  name: 'an answer is corrected at the desk and without a connection, the conflict is decided, and a deleted one is gone',
  seconds: 300,
  run: async (world) => {
    const server = await world.server()
    const [desk, field] = [await world.tablet(server.origin), await world.tablet(server.origin)]
    await Promise.all([prepare(desk, EDITOR), prepare(field, OTHER_INSPECTOR)])

    await new FormsListPage(field.page).answer(NOTE_TITLE)
    const form = new AnsweringPage(field.page)
    await form.type('Nota', 'A broken lamp')
    await form.save()
    const confirmation = new ConfirmationPage(field.page)
    const id = confirmation.answerId()
    const outside = await signInAs(EDITOR, server.origin)
    await eventually('the answer to arrive', async () => (await outside.answersOf(NOTE_FORM.id)).length === 1)
    const note = async () => (await outside.answer(id)).secciones[0]?.preguntas[0]?.respuesta

    world.step('both open its correction; one loses the connection')
    await field.goTo(`/correctForm/${id}`)
    await field.page.getByText('Save answer').waitFor()
    await field.goOffline()
    await form.type('Nota', 'Two broken lamps')
    await form.pressSave()
    await field.page.getByText(/Waits on this device/).waitFor()
    await field.page.getByText('Two broken lamps').first().waitFor()

    await desk.goTo(`/ver/${id}`)
    const view = new AnswerViewPage(desk.page)
    await view.shows('A broken lamp')
    await desk.page.getByRole('link', { name: 'Correct answer' }).click()
    const correcting = new AnsweringPage(desk.page)
    await correcting.type('Nota', 'A broken street lamp')
    assert.deepEqual(await look(desk.page, 'correction'), [])
    await correcting.pressSave()
    await eventually('the correction to arrive', async () => (await note()) === 'A broken street lamp')

    world.step('what was kept without a connection arrives and meets the other')
    await field.goOnline()
    await eventually('the conflict', async () => (await outside.answer(id)).conflicts.length === 1)
    assert.equal(await note(), 'A broken street lamp', 'nothing is overwritten')
    await desk.goTo(`/ver/${id}`)
    await desk.page.getByRole('heading', { name: 'Open conflicts' }).waitFor()
    assert.deepEqual(await look(desk.page, 'answer-with-conflict'), [])
    await desk.page.getByRole('button', { name: 'Take what was wanted' }).click()
    await eventually('the decision', async () => (await note()) === 'Two broken lamps')
    await desk.page.getByRole('heading', { name: 'Open conflicts' }).waitFor({ state: 'detached' })

    world.step('its versions are compared, and it is deleted by the keyboard')
    await desk.page.getByRole('button', { name: 'Compare versions' }).click()
    await desk.page.getByRole('table', { name: 'Differences' }).waitFor()
    assert.deepEqual(await look(desk.page, 'answer-history'), [])
    await desk.page.getByRole('button', { name: 'Delete answer' }).focus()
    await desk.page.keyboard.press('Enter')
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete answer' }).focus()
    await desk.page.keyboard.press('Enter')
    await desk.page.getByText('There are no answers available.').waitFor()
    assert.deepEqual(await outside.answersOf(NOTE_FORM.id), [])
  },
}
