import { setupI18n, type I18n, type MessageDescriptor, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { NAMED_LANGUAGES, type NamedLanguage } from '#domain/kernel/index.ts'
import { CATALOGUES } from './compiled.ts'
import { LANGUAGE_FALLBACKS } from './fallbacks.ts'

const SOURCE = 'en'
const translators = new Map<string, I18n>()

/** Checks whether server texts and PDFs have a catalogue in this language. */
export function isTranslated(language: string): boolean {
  return Object.hasOwn(CATALOGUES, language)
}

/** Returns the translator of one language, or the English one if the language has no catalogue. */
export function translatorFor(language: string): I18n {
  const locale = isTranslated(language) ? language : SOURCE
  const known = translators.get(locale)
  if (known !== undefined) return known
  const created = createTranslator(locale, CATALOGUES)
  translators.set(locale, created)
  return created
}

/** Creates a translator of one language, with messages of its fallback languages where it lacks them. */
export function createTranslator(locale: string, catalogues: typeof CATALOGUES): I18n {
  const chain = [SOURCE, ...(LANGUAGE_FALLBACKS[locale] ?? []), locale]
  const messages = { [locale]: Object.assign({}, ...chain.map((language) => catalogues[language])) as Messages }
  // The compiler is for a text that is not in the English catalogue yet.
  const i18n = setupI18n({
    locale,
    locales: NAMED_LANGUAGES[locale as NamedLanguage].tag,
    messages,
  }).setMessagesCompiler(compileMessage)
  const translate = i18n._.bind(i18n)
  i18n._ = (id: string | MessageDescriptor, values?: Readonly<Record<string, unknown>>) =>
    typeof id === 'string' ? translate(id, escapeValues(values)) : translate({ ...id, values: escapeValues(id.values) })
  return i18n
}

/** Lingui decodes `\u000a` in a complete message. A doubly escaped backslash keeps users' own text as it is. */
function escapeValues(values: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', String.raw`\x5c`) : value,
    ]),
  )
}
