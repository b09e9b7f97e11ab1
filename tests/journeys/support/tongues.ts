import { basename, dirname } from 'node:path'
import type { I18n, Messages } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Page } from '@playwright/test'
import type { NamedLanguage } from '#domain/kernel/index.ts'
import { readCatalogues } from '#tests/support/translations.ts'
import { eventually } from './waiting.ts'

/** An offered language, or English texts that are 40 % longer (`long`), as in the longest languages. */
export type Tongue = NamedLanguage | 'long'

/** Letters that are added to each word, as a share of its own letters. */
const LONGER = 0.4
/** Letters of the longest word; further letters are another word. */
const MAX_WORD = 16

/** Starts a text that the language lacks. It is invisible, so that it changes no width. */
const LACKING = '\u2063'

const compiled = new Map<Tongue, Promise<Messages>>()

/** Shows the page in another language without a reload, which would close its dialogs. Data keeps its language. */
export async function speak(page: Page, tongue: Tongue): Promise<void> {
  const messages = compiled.get(tongue) ?? compileCatalogues(tongue)
  compiled.set(tongue, messages)
  const texts = await messages
  // The HTML of the server has no translations before the app replaces it.
  await eventually(
    `the page to speak ${tongue}`,
    async () => (await page.evaluate(activate, { tongue })) || page.evaluate(activate, { tongue, texts }),
  )
}

/** Runs in the page, which keeps the texts for the next time. @returns whether it has them */
function activate({ tongue, texts }: { readonly tongue: Tongue; readonly texts?: Messages }): boolean {
  type Fiber = {
    readonly child: Fiber | null
    readonly memoizedProps: { readonly i18n?: I18n } | null
    readonly stateNode: { readonly current: Fiber }
  }
  const kept = globalThis as { heard?: Partial<Record<Tongue, Messages>> }
  const heard = (kept.heard ??= {})
  const found = heard[tongue] ?? texts
  if (found === undefined) return false
  heard[tongue] = found
  const root = document.querySelector('#root')
  const entries = Object.entries(root ?? {}) as [string, Fiber | null][]
  let fiber = entries.find(([key]) => key.startsWith('__reactContainer$'))?.[1]?.stateNode.current ?? null
  while (fiber !== null && fiber.memoizedProps?.i18n === undefined) fiber = fiber.child
  const i18n = fiber?.memoizedProps?.i18n
  if (i18n === undefined) throw new Error('The page has no translations')
  i18n.load(i18n.locale, found)
  i18n.activate(i18n.locale)
  return true
}

/** Returns the texts of the page that its language lacks, so that users see them in another one. */
export async function listFallbacks(page: Page): Promise<readonly string[]> {
  return page.evaluate((mark) => {
    const texts = [...document.querySelectorAll('*')].flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map((node) => node.nodeValue),
      ...['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name)),
    ])
    return [...new Set(texts.filter((text) => text !== null && text.includes(mark)))].map(String)
  }, LACKING)
}

/** Compiles the texts of the app, without those of the server and of PDFs. Marks the texts that the language lacks. */
async function compileCatalogues(tongue: Tongue): Promise<Messages> {
  const locale = tongue === 'long' ? 'en' : tongue
  const messages: Messages = {}
  for (const [filename, text] of readCatalogues()) {
    if (basename(filename, '.po') !== locale || ['server', 'pdf'].includes(basename(dirname(filename)))) continue
    const entries = await formatter().parse(text, { locale, sourceLocale: 'en', filename })
    for (const [id, { translation = '', message = id }] of Object.entries(entries))
      messages[id] = compileMessageOrThrow(
        translation === '' ? LACKING + message : translation,
        tongue === 'long' ? lengthen : undefined,
      )
  }
  return messages
}

/** Lengthens each word, and leaves tags as they are. */
function lengthen(text: string): string {
  return text.replaceAll(/<[^>]*>|\p{L}+/gu, (word) => {
    if (word.startsWith('<')) return word
    const longer = word + 'n'.repeat(Math.round(word.length * LONGER))
    return longer.length > MAX_WORD ? `${longer.slice(0, MAX_WORD)} ${longer.slice(MAX_WORD)}` : longer
  })
}
