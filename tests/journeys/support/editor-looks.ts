import type { Page } from '@playwright/test'
import type { Looking } from './looking.ts'

/** A whole form in the editor: its questions, the actions of one, and the tools around it. */
export async function lookAtWholeForm(page: Page, looking: Looking): Promise<void> {
  await looking(page, 'editor-whole')
  await page.getByRole('button', { name: 'More actions: Employees' }).click()
  await page.getByRole('menu').waitFor()
  await looking(page, 'editor-question-menu')
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('dialog', { name: 'Move to…' }).waitFor()
  await looking(page, 'editor-move')
  await page.keyboard.press('Escape')
  await lookAtTool(page, looking, 'Import and export', 'editor-exchange')
  await lookAtTool(page, looking, 'Keyboard shortcuts', 'editor-keyboard')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await page.getByRole('dialog').locator('iframe').waitFor()
  await looking(page, 'editor-preview')
  await page.keyboard.press('Escape')
}

/** @param item an item of the form's menu that opens a dialog */
export async function lookAtTool(page: Page, looking: Looking, item: string, screen: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions for the form' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').waitFor()
  await looking(page, screen)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
