import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { keys, set } from '#domain/store/index.ts'
import { there } from '../../support/there.ts'
import { readPdf } from '../../support/pdf/read-pdf.ts'
import { TopBar } from '../controls/top-bar.ts'
import { diskOf } from '../support/disk.ts'
import { exported, openExport } from '../support/exporting.ts'
import { test } from '../support/world.ts'
import { lookAround } from '../support/looking.ts'
import { arrivedOnce } from '../support/once.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import type { Server } from '../support/server.ts'
import { signInAs } from '../support/supervisor.ts'
import { INSPECTOR, NOTE_FORM, SUPERVISOR } from '../support/town.ts'

const ARRIVED = 'what has arrived is in the workbook, answer for answer'
const CUT = 'a line that is lost in the middle is waited for, and the file is whole'
const NARROWED = 'what the list is narrowed to is what the workbook has'
const PAPER = 'an answer is put on paper by the server, which opens it'
const OFFLINE = 'without a network it is refused, and says why'

test('a supervisor takes the answers of a form away as a workbook, by the keyboard alone, and one of them as a PDF', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  const desk = await world.tablet(server.origin, {
    as: SUPERVISOR,
    viewport: { width: 1440, height: 900 },
    whole: true,
  })
  const { page } = desk
  const disk = diskOf(server.dataDir)
  const ids = await plantAnswers(tablet, INSPECTOR, { count: 3, batch: 'exported' })
  const before = disk.lastKeyNumber()
  await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
  await new TopBar(tablet.page).says('All sent')
  await arrivedOnce(disk, ids, before)

  await lookAround(world, [desk], async (looking) => {
    await test.step(ARRIVED, async () => {
      await openExport(desk, NOTE_FORM.id)
      await looking(page, 'export-choice')
      const rows = await exported(page)
      await page.getByText('The file with 3 answers is in your downloads.').waitFor()
      await looking(page, 'export-done')
      const supervisor = await signInAs(SUPERVISOR, server.origin)
      const stored = await Promise.all(ids.map((id) => supervisor.answer(id)))
      assert.deepEqual(
        rows.map((row) => [row['Answer ID'], row['Code'], row['User']]).toSorted(),
        stored.map(({ id, codigoMunicipio, creadoPor }) => [id, codigoMunicipio, creadoPor]).toSorted(),
      )
      await page.keyboard.press('Escape')
    })

    await test.step(PAPER, async () => {
      await desk.goTo(`/ver/${ids[0]}`)
      await page.getByRole('button', { name: 'More PDFs' }).click()
      await page.getByRole('menuitem', { name: 'PDF options…' }).click()
      const dialog = page.getByRole('dialog', { name: 'PDF options' })
      await dialog.getByLabel('Text next to the logo').waitFor()
      await looking(page, 'pdf-with-a-logo')
      await dialog.getByLabel('Portable printer').click()
      const opening = page.context().waitForEvent('page')
      await dialog.getByRole('button', { name: 'Generate PDF' }).click()
      await page.getByText('The PDF was generated').waitFor()
      const paper = await opening
      const reply = await page.request.get(paper.url())
      await paper.close()
      const { codigoMunicipio } = await (await signInAs(SUPERVISOR, server.origin)).answer(there(ids[0]))
      const pdf = readPdf(await reply.body())
      assert.ok(pdf.pages.flat().includes(codigoMunicipio))
      assert.ok((pdf.sizes[0]?.[0] ?? 0) < 230, 'a roll of 80 mm')
    })

    await test.step(NARROWED, async () => {
      const supervisor = await signInAs(SUPERVISOR, server.origin)
      const { codigoMunicipio: code } = await supervisor.answer(there(ids[1]))
      await openExport(desk, NOTE_FORM.id, `?codigo=${code}&espera=no`)
      await page.getByText('Exports all answers that match the filters of the list, on all pages.').waitFor()
      assert.deepEqual(
        (await exported(page)).map((row) => row['Answer ID']),
        [ids[1]],
      )
      await page.keyboard.press('Escape')
    })

    await test.step(CUT, async () => {
      await server.stop()
      const all = await multiplied(server, there(ids[0]), 300)
      await server.start()
      let calls = 0
      await page.route('**/api/generateCsv', (route) => ((calls += 1) === 2 ? route.abort() : route.continue()))
      await openExport(desk, NOTE_FORM.id)
      const rows = await exported(page)
      await page.unroute('**/api/generateCsv')
      assert.ok(calls >= 3, 'the second batch was asked for again')
      assert.deepEqual(new Set(rows.map((row) => row['Answer ID'])), new Set([...ids, ...all]))
      assert.equal(rows.length, 303)
      await page.keyboard.press('Escape')
    })

    await test.step(OFFLINE, async () => {
      await openExport(desk, NOTE_FORM.id)
      await desk.context.setOffline(true)
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('Internet connection lost').waitFor()
      await looking(page, 'export-offline')
      await desk.context.setOffline(false)
    })
  })
})

/** Stores copies of an answer with ids of their own, while the server is stopped. @returns the ids */
async function multiplied(server: Server, id: AnswerId, count: number): Promise<readonly AnswerId[]> {
  const store = openSqliteStore(join(server.dataDir, 'relevo.sqlite'))
  try {
    const answer = there(await store.get(keys.answer(id)))
    const ids = Array.from({ length: count }, (_, at) =>
      answerIdSchema.parse(`${String(at).padStart(6, '0')}${id.slice(6)}`),
    )
    await store.commit({
      keysFor: () => [],
      decide: () => ({
        result: undefined,
        writes: ids.map((other) => set(keys.answer(other), { ...answer, id: other, electronicSignature: other })),
      }),
    })
    return ids
  } finally {
    await store.close()
  }
}
