import { LANGUAGES, NAMED_LANGUAGES } from '#domain/kernel/index.ts'
import { escapeHtml } from './escaped.ts'
import { formatLanguageMenuLabel } from './messages.ts'
import type { PublicDesign } from './public-page.ts'
import { findTranslatedLanguage, type ReaderLanguage } from './reader-language.ts'

/** A municipality's name, logo and colour in the header. */
export type PageBrand = Pick<PublicDesign, 'name'> & Partial<Pick<PublicDesign, 'logo' | 'colour'>>

export type PlainPage = {
  readonly language: ReaderLanguage
  readonly title: string
  /** description for search engines; if missing, the page is excluded from search */
  readonly description?: string
  /** URL of the page's script, `/pago.js`; if missing, the page has none */
  readonly script?: string
  /** HTML content, with user-supplied text escaped */
  readonly main: string
  /** attributes of the content, for the script */
  readonly facts?: Readonly<Record<string, string>>
  /** additional styles */
  readonly style?: string
  /** the municipality, if it is known */
  readonly brand?: PageBrand | undefined
  /** whether the page replies to a posted form, so that it has no URL in the other languages */
  readonly isReply?: boolean
  /** the content's form `step`: choosing a language posts it as step `at`; Enter in a field as step `next` */
  readonly step?: { readonly at: string; readonly next: string } | undefined
}

/**
 * A public page rendered by the server. It works without script, has a few kilobytes, and follows the device's colour
 * scheme.
 */
export function renderPlainPage({
  language,
  title,
  description,
  script,
  main,
  facts = {},
  style = '',
  brand,
  isReply = false,
  step,
}: PlainPage): string {
  const data = Object.entries(facts).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
  return `<!doctype html>
<html lang="${NAMED_LANGUAGES[language].tag}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="theme-color" content="#075c5f" />
    <meta name="color-scheme" content="light dark" />
    ${description === undefined ? '<meta name="robots" content="noindex" />' : `<meta name="description" content="${escapeHtml(description)}" />`}
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <style>${STYLE}${style}</style>
    ${script === undefined ? '' : `<script type="module" src="${script}"></script>`}
  </head>
  <body>
    ${renderHeader(brand, isReply ? '' : renderLanguageMenu(language, step))}
    <main${data.join('')}>
      ${main}
    </main>
  </body>
</html>
`
}

function renderHeader({ name, logo, colour }: PageBrand = { name: 'Relevo', logo: '/icon.svg' }, menu: string): string {
  const line = colour === undefined ? '' : ` style="border-color: ${escapeHtml(colour)}"`
  const image = logo === undefined ? '' : `<img src="${escapeHtml(logo)}" alt="" height="32" />`
  return `<header${line}><p>${image}<span>${escapeHtml(name)}</span></p>${menu}</header>`
}

/** The page in the other languages, without script: links, or buttons that post what was typed in the form `step`. */
function renderLanguageMenu(language: ReaderLanguage, step: PlainPage['step']): string {
  const others = LANGUAGES.filter((other) => other !== language && findTranslatedLanguage(other) !== undefined)
  const links = others.map((other) => {
    const { tag, name } = NAMED_LANGUAGES[other]
    return step === undefined
      ? `<a href="?lang=${other}" hreflang="${tag}" lang="${tag}">${name}</a>`
      : `<button form="step" formaction="/pago?lang=${other}" formnovalidate name="step" value="${step.at}" lang="${tag}">${name}</button>`
  })
  // Enter in a field presses the form's first button, which must not be a language.
  const enter =
    step &&
    `<button form="step" name="step" value="${step.next}" class="enter" tabindex="-1" aria-hidden="true"></button>`
  const label = escapeHtml(formatLanguageMenuLabel(language))
  const { name } = NAMED_LANGUAGES[language]
  return `${enter ?? ''}<details><summary aria-label="${label}: ${name}">${name}</summary><nav aria-label="${label}">${links.join('')}</nav></details>`
}

const STYLE = `
      :root { --text: #0e1b1c; --faint: #445556; --line: #7b8d8e; --ground: #f5f8f8; --card: #fff; --fill: #075c5f; --on-fill: #fff; --problem: #b3261e; }
      @media (prefers-color-scheme: dark) { :root { --text: #e8efee; --faint: #a7b7b6; --line: #64797a; --ground: #101819; --card: #182325; --fill: #74b7b6; --on-fill: #0e1b1c; --problem: #ffb4ab; } }
      body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
      header { display: flex; align-items: center; justify-content: space-between; gap: 16px; min-height: 48px; padding: 8px max(16px, 50vw - 244px) 4px; border-block-end: 4px solid transparent; }
      header p { display: flex; align-items: center; gap: 12px; margin: 0; font-size: 1.125rem; font-weight: 650; line-height: 1.3; overflow-wrap: anywhere; }
      header img { flex: none; max-width: 50%; }
      details { position: relative; flex: none; }
      summary { display: flex; align-items: center; justify-content: space-between; gap: 8px; box-sizing: border-box; min-width: 9rem; min-height: 48px; padding: 0 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--card); cursor: pointer; }
      summary::after { border: solid; border-width: 0 2px 2px 0; padding: 3px; margin: -4px 4px 0 0; transform: rotate(45deg); content: ''; }
      nav { position: absolute; z-index: 1; inset-inline-end: 0; min-width: 100%; margin-top: 4px; padding: 4px; box-sizing: border-box; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
      nav a { display: flex; align-items: center; min-height: 48px; padding: 0 12px; text-decoration: none; }
      main { box-sizing: border-box; max-width: 520px; margin: 0 auto; padding: 24px 16px 48px; }
      h1 { font-size: 1.625rem; line-height: 1.25; margin: 0 0 8px; }
      h1, h2, strong { font-weight: 650; }
      label { display: block; margin: 24px 0 4px; color: var(--faint); font-size: 0.875rem; font-weight: 500; }
      input { box-sizing: border-box; width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: inherit; font: inherit; }
      .help { margin: 4px 0 0; color: var(--faint); font-size: 0.875rem; }
      .above { margin: 0 0 4px; }
      button { min-height: 48px; margin: 24px 0 0; padding: 8px 24px; border: 0; border-radius: 6px; background: var(--fill); color: var(--on-fill); font: inherit; font-weight: 650; }
      button:disabled { opacity: 0.55; }
      input:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--fill); outline-offset: 2px; }
      dl { margin: 32px 0; padding: 16px; border: 1px solid var(--line); border-inline-start: 4px solid var(--fill); border-radius: 8px; background: var(--card); }
      [role='status']:focus { outline: none; }
      dt { color: var(--faint); font-size: 0.875rem; }
      dd { margin: 0; overflow-wrap: anywhere; }
      dl div + div { margin-top: 12px; }
      .problem { margin: 32px 0; padding: 12px 16px; border: 1px solid var(--problem); border-inline-start-width: 4px; border-radius: 8px; background: var(--card); color: var(--problem); }
      a { color: inherit; }
    `
