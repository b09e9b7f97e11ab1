import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publicPagePlugin } from './public-page.ts'

type Handler = (html: string, context: { bundle: Readonly<Record<string, unknown>> }) => string

const START = '/assets/publico-1a2b.js'
const BASE = '/assets/base.js'
const BUILT = `<head><script type="module" crossorigin src="${START}"></script>
    <link rel="stylesheet" crossorigin href="/assets/form.css"></head><body><div id="root"></div></body>`
const SCRIPT = readFileSync('public/publico.js', 'utf8')

function build(html: string): string {
  const { transformIndexHtml } = publicPagePlugin()
  const bundle = Object.fromEntries(
    ['en', 'es'].map((language) => [
      language,
      { type: 'chunk', fileName: `assets/${language}.js`, moduleIds: [`/house/locales/answering/${language}.po`] },
    ]),
  )
  const base = { type: 'chunk', name: 'base', fileName: BASE.slice(1), moduleIds: [] }
  return (transformIndexHtml as unknown as { handler: Handler }).handler(html, { bundle: { ...bundle, base } })
}

it('the public’s page fetches its app and the words at once, starts it by publico.js, and has its styles last', () => {
  const page = build(BUILT)
  expect(page).toContain(`<link rel="preload" as="script" crossorigin href="${START}">`)
  expect(page).toContain(`<script defer src="/publico.js" data-base="${BASE}" data-start="${START}"></script>`)
  for (const language of ['en', 'es'])
    expect(page).toContain(`href="/assets/${language}.js" data-words="${language}">\n`)
  expect(page).not.toContain('type="module"')
  expect(page.indexOf('rel="stylesheet"')).toBeGreaterThan(page.indexOf('id="root"'))
  expect(() => build('<head></head><body></body>')).toThrow('another way')
})

describe('what starts the app of the public', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** Runs it in a page. @param frames whether the page is visible */
  function open(frames: boolean) {
    const begin = vi.fn()
    const painted: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames && painted.push(frame))
    vi.stubGlobal('document', { currentScript: { dataset: { base: BASE, start: START } } })
    // oxlint-disable-next-line no-implied-eval, no-new-func -- as a browser runs it, but for what `import` fetches
    new Function('begun', SCRIPT.replaceAll('import(', 'begun('))(begin)
    return { begin, paint: () => painted.forEach((frame) => frame()) }
  }

  it('waits for the first frame, and runs what every page draws with before the rest', async () => {
    const { begin, paint } = open(true)
    vi.advanceTimersByTime(250)
    expect(begin).not.toHaveBeenCalled()
    paint()
    await vi.advanceTimersByTimeAsync(10)
    expect(begin.mock.calls).toEqual([[BASE], [START]])
  })

  it('waits no longer where no frame comes', async () => {
    const { begin } = open(false)
    await vi.advanceTimersByTimeAsync(310)
    expect(begin).toHaveBeenCalledWith(START)
  })
})
