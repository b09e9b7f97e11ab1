import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { NAMED_LANGUAGES, templateIdSchema } from '#domain/kernel/index.ts'
import { readCatalogues } from '#tests/support/translations.ts'
import { lookForCuts, type Fault } from '../support/look.ts'
import type { Tablet } from '../support/tablet.ts'
import { INSPECTOR, NOTE_FORM } from '../support/town.ts'
import { test } from '../support/world.ts'

const PUBLIC_FORM = templateIdSchema.parse('reclamo-alumbrado')
/** Languages by the locale of a browser. Central America has Spanish with terms of its own. */
const LOCALES = { 'es-CR': 'es', ca: 'ca', 'pt-BR': 'pt', gl: 'gl', eu: 'ek', ja: 'ja' } as const
/** The browser of a slow, small phone: its processor is slowed down so many times. */
const PHONE = { locale: 'es-CR', slower: 6, viewport: { width: 320, height: 640 } }
const VIEWPORT = { width: 820, height: 1180 }
const ENTRY = /^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm

/** Texts without values, by catalogue language: translations by English text. */
function readTexts(language: string): ReadonlyMap<string, string> {
  const join = (lines: string): string => lines.trim().replaceAll(/"\n"/g, '').slice(1, -1)
  const files = [...readCatalogues()].filter(([path]) => path.endsWith(`/${language}.po`))
  const entries = files.flatMap(([, text]) =>
    [...text.matchAll(ENTRY)].map(([, id = '', translation = '']) => [join(id), join(translation)] as const),
  )
  return new Map(entries.filter(([, text]) => /\p{L} \p{L}/u.test(text) && !/[{<]/.test(text)))
}

/** Texts of two words or more that only other languages have. */
function readForeignTexts(language: string): ReadonlySet<string> {
  const own = new Set(readTexts(language).values())
  const others = ['en', 'es'].filter((other) => other !== language).flatMap((other) => [...readTexts(other).values()])
  return new Set(others.filter((text) => !own.has(text)))
}

/** Texts and names of the page. */
async function listTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *:not(script, style)')].flatMap((element) =>
      [
        ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map((node) => node.nodeValue),
        ...['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name)),
      ].map((text) => (text ?? '').trim()),
    ),
  )
}

for (const [locale, language] of Object.entries(LOCALES)) {
  const isPhone = locale === PHONE.locale
  const device = isPhone ? 'on a slow phone of 320 px' : 'at 320 px and on a desk'
  test(`the main job in ${locale}, ${device}, without a text in another language`, async ({ world }) => {
    const viewport = isPhone ? PHONE.viewport : VIEWPORT
    const open = async (): Promise<Tablet> => {
      const opened = await world.tablet(server.origin, { locale, viewport })
      const browser = await opened.context.newCDPSession(opened.page)
      if (isPhone) await browser.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slower })
      return opened
    }
    const server = await world.server()
    const foreign = readForeignTexts(language)
    assert.ok(foreign.size > 1000, 'there are texts to find')
    const faults: Fault[] = []
    let texts = 0
    const look = async ({ page }: Tablet, screen: string): Promise<void> => {
      const tag = await page.locator('html').getAttribute('lang')
      if (tag !== NAMED_LANGUAGES[language].tag) faults.push(`${screen}: language ${tag}`)
      const shown = await listTexts(page)
      texts += shown.filter((text) => text !== '').length
      for (const text of shown) if (foreign.has(text)) faults.push(`${screen}: “${text}”`)
      faults.push(...(await lookForCuts(page, `${locale}-${screen}`, [undefined])))
      await page.setViewportSize(viewport)
    }
    const tablet = await open()
    const { page } = tablet

    await tablet.goTo('/login')
    await page.locator('input[type=password]').waitFor()
    await look(tablet, 'sign-in')
    await page.locator('input[autocomplete~=username]').fill(INSPECTOR.email)
    await page.locator('input[type=password]').fill(INSPECTOR.password)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/login')
    await tablet.goTo('/listar')
    const form = page.locator(`a[href="/contestar/${NOTE_FORM.id}"]`).first()
    await form.waitFor()
    await look(tablet, 'forms')
    await form.click()
    const answer = page.locator('[data-question]').first().getByRole('textbox')
    await answer.waitFor()
    await look(tablet, 'answering')
    await answer.fill('Todo en orden')
    await pressLast(page)
    await page.waitForURL(/\/guardado\//)
    await page.locator('strong.r-code').waitFor({ timeout: 60_000 })
    await look(tablet, 'saved')
    await tablet.goTo(`/ver/${new URL(page.url()).pathname.split('/').at(-1)}`)
    await page.getByText('Todo en orden').first().waitFor()
    await look(tablet, 'answer')
    world.step('signed in, answered, sent and viewed')

    const phone = await open()
    await phone.goTo(`/publico/contestar/${PUBLIC_FORM}`)
    await phone.page.locator('#root [data-question] input').first().waitFor()
    await look(phone, 'public-form')
    for (const question of await phone.page.locator('[data-question][data-required=true]').all())
      await question.locator('label:has(input)').last().click()
    await phone.page.locator('#root').getByRole('textbox').first().fill('Belgrano 1200')
    await pressLast(phone.page)
    await phone.page.waitForURL(/\/publico\/guardado\//)
    const code = phone.page.locator('.r-code').first()
    await code.waitFor({ timeout: 60_000 })
    await look(phone, 'public-saved')
    await phone.goTo('/publico/consultar-estado')
    await look(phone, 'status')
    await phone.goTo('/publico/formularios')
    await look(phone, 'public-forms')
    world.step(`the public sent an answer; ${texts} texts were compared`)
    assert.deepEqual(faults, [])
  })
}

/** Presses the button at the end of the form's bar, which saves or sends. */
async function pressLast(page: Page): Promise<void> {
  await page.locator('button.mantine-Button-root, button[type=submit]').last().click()
}
