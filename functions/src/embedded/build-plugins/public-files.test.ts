import { describe, expect, it } from 'vitest'
import type { Chunk } from './bundle-size.ts'
import { findChunkLanguages, listPublicPageFiles, markPrecacheEntries, markPrecacheLanguages } from './public-files.ts'

function chunk(fileName: string, over: Partial<Chunk> = {}): Chunk {
  return { fileName, code: '', imports: [], dynamicImports: [], moduleIds: [], isEntry: false, css: [], ...over }
}

describe('the files of the public', () => {
  it('are all that its pages may import and the words of these rooms, without the app of the staff and without maps', () => {
    const files = listPublicPageFiles([
      chunk('publico.js', {
        isEntry: true,
        moduleIds: ['/x/src/app/publico/main.tsx'],
        imports: ['shared.js'],
        dynamicImports: [
          'signature.js',
          'saved.js',
          'part-es.js',
          'answering.js',
          'es.js',
          'answering-es.js',
          'editor-es.js',
        ],
      }),
      chunk('index.js', { isEntry: true, moduleIds: ['/x/src/app/main.tsx'], imports: ['shared.js', 'router.js'] }),
      chunk('shared.js', { css: ['shared.css'] }),
      chunk('signature.js', { dynamicImports: ['deeper.js', 'map.js'] }),
      chunk('map.js', { imports: ['leaflet.js'] }),
      chunk('leaflet.js', { moduleIds: ['/x/node_modules/leaflet/dist/leaflet-src.js'] }),
      chunk('deeper.js', { moduleIds: ['/x/src/features/answering/deeper.tsx'] }),
      chunk('answering.js', { imports: ['router.js'] }),
      chunk('router.js', { moduleIds: ['/x/node_modules/@tanstack/react-router/dist/link.js'] }),
      chunk('es.js', { moduleIds: ['/x/locales/es.po'] }),
      chunk('answering-es.js', { moduleIds: ['/x/locales/answering/es.po'] }),
      chunk('part-es.js', { moduleIds: ['/x/locales/answering/public/es.po'] }),
      chunk('saved.js', {
        moduleIds: ['/x/src/features/answering/public/saved.tsx', '/x/src/documents/pdf/pdf-messages.ts'],
      }),
      chunk('pdf-es.js', { moduleIds: ['/x/locales/pdf/es.po'] }),
      chunk('other-part-es.js', { moduleIds: ['/x/locales/answering/change/es.po'] }),
      chunk('editor-es.js', { moduleIds: ['/x/locales/form-editor/es.po'] }),
    ])
    expect([...files].toSorted()).toEqual([
      'answering-es.js',
      'deeper.js',
      'es.js',
      'icon.svg',
      'part-es.js',
      'pdf-es.js',
      'publico.html',
      'publico.js',
      'saved.js',
      'shared.css',
      'shared.js',
      'signature.js',
    ])
  })

  it('are not guessed when its entry is gone', () => {
    expect(() => listPublicPageFiles([chunk('index.js')])).toThrow('has no file')
  })
})

describe('the list of the worker', () => {
  it('says what the public needs and what they alone do, and leaves out what neither may need', () => {
    const entry = (url: string) => ({ url, revision: null, size: 1 })
    const urls = [
      'assets/start.js',
      'assets/es.js',
      'assets/editor.js',
      'assets/map.js',
      'publico.html',
      'index.html',
      'icon.svg',
    ]
    const publics = new Set(['assets/start.js', 'assets/es.js', 'publico.html', 'icon.svg'])
    const own = new Set(['assets/es.js', 'assets/editor.js', 'index.html'])
    expect(markPrecacheEntries(urls.map(entry), publics, own).map(({ url, publico }) => [url, publico])).toEqual([
      ['assets/start.js', 'alone'],
      ['assets/es.js', true],
      ['assets/editor.js', undefined],
      ['publico.html', 'alone'],
      ['index.html', undefined],
      ['icon.svg', true],
    ])
  })
})

it('texts in other languages than English and Spanish are known by their file, alone or in a module', () => {
  const languages = findChunkLanguages([
    chunk('a.js', { moduleIds: ['/x/locales/ca.po'] }),
    chunk('b.js', { moduleIds: ['/x/locales/answering/public/ek.po'] }),
    chunk('c.js', { moduleIds: ['/x/locales/answering/es.po'] }),
    chunk('d.js', { moduleIds: ['/x/locales/en.po'] }),
    chunk('e.js', { moduleIds: ['/x/locales/pdf/ja.po', '/x/src/documents/pdf/pen.ts'] }),
  ])
  expect([...languages]).toEqual([
    ['a.js', 'ca'],
    ['b.js', 'ek'],
  ])
})

it('the fonts and the list of characters that only Japanese needs are files of Japanese', () => {
  const urls = [
    'noto-sans-jp-1-400-normal-a.woff',
    'noto-sans-latin-400-normal-a.woff',
    'unicode-a.js',
    'ca.js',
    'a.js',
  ]
  const entries = urls.map((url) => ({ url: `assets/${url}`, revision: null, size: 1 }))
  expect(markPrecacheLanguages(entries, new Map([['assets/ca.js', 'ca']])).map(({ language }) => language)).toEqual([
    'ja',
    undefined,
    'ja',
    'ca',
    undefined,
  ])
})
