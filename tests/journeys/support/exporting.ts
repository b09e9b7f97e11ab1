import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from '@playwright/test'
import { there } from '../../support/there.ts'
import type { Tablet } from './tablet.ts'

/**
 * Opens the export dialog of the answers list by keyboard; Enter starts the export. @param search filters, as in the
 * URL
 */
export async function openExport(desk: Tablet, form: string, search = ''): Promise<void> {
  const { page } = desk
  await desk.goTo(`/respuestas/listado/${form}${search}`)
  await page.getByRole('button', { name: 'Export' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export answers' })
  await dialog.getByRole('radio', { name: /^Workbook/ }).waitFor()
  await dialog.getByRole('button', { name: 'Export' }).focus()
}

/** The rows of the exported workbook, by column heading. */
export async function exported(page: Page): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  assert.match(download.suggestedFilename(), /^respuestas_\d\d-\d\d-\d{4}\.xlsx$/)
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await download.path())))
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Sheet1'],
  )
  const [heads = [], ...rows] = there(sheets[0]).rows
  return rows.map((row) => Object.fromEntries(heads.map((head, at) => [String(head), row[at]])))
}
