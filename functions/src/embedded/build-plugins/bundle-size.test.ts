import { describe, expect, it } from 'vitest'
import { type Chunk, findImportCycle, listFilesForScreen } from './bundle-size.ts'

function chunk(fileName: string, over: Partial<Chunk> = {}): Chunk {
  return { fileName, code: '', imports: [], dynamicImports: [], moduleIds: [], isEntry: false, css: [], ...over }
}

describe('the files of a page', () => {
  const chunks = [
    chunk('index.js', {
      isEntry: true,
      moduleIds: ['/somewhere/src/app/main.tsx'],
      imports: ['react.js'],
      css: ['index.css'],
    }),
    chunk('publico.js', {
      isEntry: true,
      moduleIds: ['/somewhere/src/app/publico/main.tsx'],
      imports: ['react.js'],
    }),
    chunk('react.js'),
    chunk('sign-in.js', { moduleIds: ['/somewhere/src/features/sign-in/index.ts'], imports: ['inputs.js'] }),
    chunk('inputs.js', { css: ['inputs.css'] }),
    chunk('map.js', { moduleIds: ['/somewhere/src/features/map/index.ts'] }),
    chunk('en.js', { moduleIds: ['/somewhere/locales/en.po'], code: 'a' }),
    chunk('es.js', { moduleIds: ['/somewhere/locales/es.po'], code: 'aaa' }),
    chunk('editor-es.js', { moduleIds: ['/somewhere/locales/form-editor/es.po'], code: 'aaaa' }),
    chunk('own-es.js', { moduleIds: ['/somewhere/locales/sign-in/es.po'], code: 'aaaa' }),
  ]

  it('are what the entry and the screen import, with their styles and their own words in one language', () => {
    const files = listFilesForScreen(chunks, 'src/features/sign-in/index.ts')
    expect([...(files ?? [])].toSorted()).toEqual([
      'es.js',
      'index.css',
      'index.js',
      'inputs.css',
      'inputs.js',
      'own-es.js',
      'react.js',
      'sign-in.js',
    ])
  })

  it('have the words of the part of a room in which the screen lies, and of no other part', () => {
    const ofRoom = [
      ...chunks.slice(0, 1),
      chunk('form.js', { moduleIds: ['/somewhere/src/features/answering/public/form.tsx'] }),
      ...['answering', 'answering/public', 'answering/change'].map((room) =>
        chunk(`${room}.js`, { moduleIds: [`/somewhere/locales/${room}/es.po`] }),
      ),
    ]
    const files = listFilesForScreen(ofRoom, 'src/features/answering/public/form.tsx')
    expect([...(files ?? [])].filter((file) => file.startsWith('answering'))).toEqual([
      'answering.js',
      'answering/public.js',
    ])
  })

  it('begin with its own start', () => {
    const files = listFilesForScreen(chunks, 'src/features/map/index.ts', 'src/app/publico/main.tsx')
    expect([...(files ?? [])].toSorted()).toEqual(['es.js', 'map.js', 'publico.js', 'react.js'])
    expect(listFilesForScreen(chunks, 'src/features/map/index.ts', 'src/app/nowhere.tsx')).toBeNull()
  })

  it('are unknown for a screen that the build does not have', () => {
    expect(listFilesForScreen(chunks, 'src/features/other/index.ts')).toBeNull()
  })
})

describe('files that import each other', () => {
  it('are named in their order', () => {
    const chunks = [
      chunk('index.js', { imports: ['device.js'] }),
      chunk('device.js', { imports: ['zod.js'] }),
      chunk('zod.js', { imports: ['device.js'] }),
    ]
    expect(findImportCycle(chunks)).toEqual(['device.js', 'zod.js', 'device.js'])
  })

  it('are not those that two others import', () => {
    const chunks = [
      chunk('index.js', { imports: ['a.js', 'b.js'] }),
      chunk('a.js', { imports: ['c.js'] }),
      chunk('b.js', { imports: ['c.js'] }),
      chunk('c.js'),
    ]
    expect(findImportCycle(chunks)).toBeUndefined()
  })
})
