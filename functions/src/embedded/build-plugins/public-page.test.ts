import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publicPage } from './public-page.ts'

type Handler = (html: string, context: { bundle: Readonly<Record<string, unknown>> }) => string

const START = '/assets/publico-1a2b.js'
const BUILT = `<head><script type="module" crossorigin src="${START}"></script>
    <link rel="stylesheet" crossorigin href="/assets/form.css"></head><body><div id="root"></div></body>`
const SCRIPT = readFileSync('public/publico.js', 'utf8')

function build(html: string): string {
  const { transformIndexHtml } = publicPage()
  const bundle = Object.fromEntries(
    ['en', 'es'].map((language) => [
      language,
      { type: 'chunk', fileName: `assets/${language}.js`, moduleIds: [`/house/locales/answering/${language}.po`] },
    ]),
  )
  return (transformIndexHtml as unknown as { handler: Handler }).handler(html, { bundle })
}

it('the public’s page fetches its app and the words at once, starts it by publico.js, and has its styles last', () => {
  const page = build(BUILT)
  expect(page).toContain(`<link rel="preload" as="script" crossorigin href="${START}">`)
  expect(page).toContain(`<script defer src="/publico.js" data-start="${START}"></script>`)
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

  /** Runs it in a page. @param frames whether the page is in sight */
  function open(frames: boolean) {
    const begin = vi.fn()
    const painted: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames && painted.push(frame))
    vi.stubGlobal('document', { currentScript: { dataset: { start: START } } })
    // oxlint-disable-next-line no-implied-eval, no-new-func -- as a browser runs it, but for what `import` fetches
    new Function('begun', SCRIPT.replace('import(start)', 'begun(start)'))(begin)
    return { begin, paint: () => painted.forEach((frame) => frame()) }
  }

  it('waits for the first frame', () => {
    const { begin, paint } = open(true)
    vi.advanceTimersByTime(299)
    expect(begin).not.toHaveBeenCalled()
    paint()
    vi.advanceTimersByTime(0)
    expect(begin).toHaveBeenCalledWith(START)
  })

  it('waits no longer where no frame comes', () => {
    const { begin } = open(false)
    vi.advanceTimersByTime(300)
    expect(begin).toHaveBeenCalledWith(START)
  })
})
