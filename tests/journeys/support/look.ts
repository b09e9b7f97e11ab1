import { createRequire } from 'node:module'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { OFFERED_LANGUAGES } from '#domain/kernel/index.ts'
import { cutTexts } from './cut-text.ts'
import { listFallbacks, speak, type Tongue } from './tongues.ts'

/**
 * Three common screen sizes; touch targets are larger on the first two. Axe checks each colour scheme once, in the two
 * layouts that differ most.
 */
const SIZES = [
  { name: 'phone', width: 390, height: 844, touch: true, judged: 'light' },
  { name: 'tablet', width: 820, height: 1180, touch: true, judged: undefined },
  { name: 'desk', width: 1440, height: 900, touch: false, judged: 'dark' },
] as const
const SCHEMES = ['light', 'dark'] as const
/** Sizes where content is cut off first: a phone in landscape, and text of twice the size. */
const TIGHT = [
  { name: 'phone that lies', width: 844, height: 390, text: 16, root: '' },
  { name: 'phone, text of 200 %', width: 390, height: 844, text: 32, root: '' },
  { name: 'desk, text of 200 %', width: 1440, height: 900, text: 32, root: '' },
  // Only the text is larger; the layout is that of the window.
  { name: 'desk, text alone of 200 %', width: 1440, height: 900, text: 16, root: '200%' },
] as const

/** Languages that are not read in each run of the journeys. */
const OTHERS = OFFERED_LANGUAGES.filter((language) => language !== 'en' && language !== 'es')

/** Languages in which no text is cut, then that of the journeys; `npm run bench -- widths` also names the others. */
export const TONGUES: readonly Tongue[] = process.env['TONGUES'] === 'others' ? [...OTHERS, 'en'] : ['long', 'es', 'en']

/** Widths at which no text is cut; `npm run bench -- widths` names others. */
const WIDTHS = (process.env['WIDTHS'] ?? '320,1280').split(',').map(Number)

/** the folder for pictures; none are taken without it */
const PICTURES = process.env['SCREENSHOTS'] ?? ''

/** Source of axe. */
export const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A problem of a screen and its location, as text. */
export type Fault = string

/**
 * Checks the current screen: nothing is wider than the window in any size (`tight`: also in landscape, or with text of
 * twice the size), and axe reports nothing, in light and dark. With SCREENSHOTS set to a folder it saves a picture of
 * each size and scheme for people to check, and axe checks all of them.
 */
export async function look(page: Page, screen: string, { tight = false } = {}): Promise<readonly Fault[]> {
  const faults: Fault[] = []
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await AXE)
  await settle(page)
  // Off screen, `content-visibility` keeps the colours of the last scheme, and transitions show colours in between; axe
  // would report both.
  await page.addStyleTag({
    content: '*, ::before, ::after { content-visibility: visible !important; transition: none !important }',
  })
  const browser = await page.context().newCDPSession(page)
  for (const { name, width, height, touch, judged } of SIZES) {
    await page.setViewportSize({ width, height })
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: touch })
    for (const colorScheme of PICTURES === '' ? [judged ?? 'light'] : SCHEMES) {
      await page.emulateMedia({ colorScheme })
      const where = `${screen}, ${name}, ${colorScheme}`
      await drawn(page)
      await keepPicture(page, `${screen}-${name}-${colorScheme}`)
      faults.push(...(await tooWide(page, where)))
      if (PICTURES === '' && judged === undefined) continue
      for (const { id, help, nodes } of await violations(page, colorScheme)) {
        if (nodes.length === 0) continue
        faults.push(
          `${where}: ${id} (${help}): ${nodes
            .map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`)
            .slice(0, 3)
            .join(' | ')}`,
        )
      }
    }
  }
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  const enlarge = (root: string) => page.evaluate((size) => void (document.documentElement.style.fontSize = size), root)
  for (const { name, width, height, text, root } of tight ? TIGHT : []) {
    await page.setViewportSize({ width, height })
    await enlarge(root)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: text } })
    await drawn(page)
    await keepPicture(page, `${screen}-${name.replaceAll(/\W+/g, '-')}`)
    faults.push(...(await tooWide(page, `${screen}, ${name}`)))
  }
  if (tight) await enlarge('')
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await page.setViewportSize({ width: SIZES[2].width, height: SIZES[2].height })
  await browser.detach()
  await page.emulateMedia({ colorScheme: null })
  return faults
}

/**
 * Checks in each language that none of the texts on screen comes from a fallback language, and in each width that no
 * text is cut and nothing scrolls sideways.
 * @param tongues languages to switch to; missing: the page keeps its language
 */
export async function lookForCuts(
  page: Page,
  screen: string,
  tongues: readonly (Tongue | undefined)[],
): Promise<readonly Fault[]> {
  const faults: Fault[] = []
  for (const [at, tongue] of tongues.entries()) {
    if (tongue !== undefined) await speak(page, tongue)
    for (const text of await listFallbacks(page)) faults.push(`${screen}, ${tongue ?? ''}: fallback “${text}”`)
    // The width of the language before comes first.
    for (const width of at % 2 === 0 ? WIDTHS : WIDTHS.toReversed()) {
      if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 1180 })
      await drawn(page)
      const where = `${screen}, ${tongue ?? 'as it is'}, ${width} px`
      await keepPicture(page, `${screen}-${tongue ?? ''}-${width}`)
      faults.push(...(await tooWide(page, where)))
      for (const text of await cutTexts(page)) faults.push(`${where}: ${text}`)
    }
  }
  return [...faults, ...(await lookAtSpacedText(page, screen))]
}

/**
 * Checks at the narrowest width that no text is cut with the reader's own spacing (WCAG 1.4.12), in the current
 * language. Words that wrap inside lose nothing.
 */
async function lookAtSpacedText(page: Page, screen: string): Promise<readonly Fault[]> {
  await page.setViewportSize({ width: Math.min(...WIDTHS), height: 1180 })
  const spacing = await page.addStyleTag({
    content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`,
  })
  await drawn(page)
  const where = `${screen}, spaced text`
  const cut = (await cutTexts(page)).filter((text) => !text.startsWith('broken word'))
  const faults = [...(await tooWide(page, where)), ...cut.map((text) => `${where}: ${text}`)]
  await spacing.evaluate((style: Element) => style.remove())
  return faults
}

async function tooWide(page: Page, where: string): Promise<readonly Fault[]> {
  const { wide, what } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return { wide: 0, what: '' }
    // The innermost element that extends as far as the page can be scrolled.
    const reaching = [...document.querySelectorAll('body *')].filter(
      (element) => Math.abs(element.getBoundingClientRect().right + scrollX - scrollWidth) < 1.5,
    )
    return { wide: scrollWidth - clientWidth, what: reaching.at(-1)?.outerHTML.slice(0, 200) ?? '' }
  })
  return wide > 0 ? [`${where}: ${wide} px wider than the window ${what}`] : []
}

/** Waits until the layout has followed the size: it is the same in two successive frames, or six have passed. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const measure = (): string => {
      const { scrollWidth, scrollHeight } = document.documentElement
      return `${scrollWidth} ${scrollHeight} ${document.querySelectorAll('*').length}`
    }
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await nextFrame()
    for (let frame = 1, last = ''; frame < 6; frame += 1) {
      await nextFrame()
      const now = measure()
      if (now === last) return
      last = now
    }
  })
}

/** Waits until opening animations have ended. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
    for (let quiet = 0, looks = 0; quiet < 4 && looks < 40; quiet += 1, looks += 1) {
      await pause(40)
      const running = document.getAnimations().filter((animation) => animation.playState === 'running')
      if (running.length === 0) continue
      quiet = -1
      await Promise.race([
        Promise.all(running.map((animation) => animation.finished.catch(() => undefined))),
        pause(1_000),
      ])
    }
  })
}

/** In dark mode only colours differ. `preload` would fetch style sheets only for an experimental rule, which is off. */
async function violations(page: Page, scheme: (typeof SCHEMES)[number]): Promise<readonly axe.Result[]> {
  return page.evaluate(
    async (rules) => {
      const { axe: tool } = globalThis as unknown as { axe: typeof axe }
      // Sizes of targets (WCAG 2.5.8) are not checked by default.
      const only =
        rules === undefined
          ? { rules: { 'target-size': { enabled: true } } }
          : { runOnly: { type: 'rule' as const, values: rules } }
      const { violations: found } = await tool.run(document, { ...only, resultTypes: ['violations'], preload: false })
      // A target under a bar that stays is as large as before once the page is scrolled.
      const isLarge = ({ any }: axe.NodeResult): boolean => any.some(({ message }) => /obscured/.test(message))
      return found.map((one) =>
        one.id === 'target-size' ? { ...one, nodes: one.nodes.filter((n) => !isLarge(n)) } : one,
      )
    },
    scheme === 'dark' ? ['color-contrast'] : undefined,
  )
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (PICTURES === '') return
  await mkdir(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' })
}
