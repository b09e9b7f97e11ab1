import { expect, it } from 'vitest'
import { toEmbeddedPath, toScreenPath } from './addresses.ts'
import { findFormInPath } from './form-in.ts'

it.each([
  ['/cis/contestar/farolas', '/contestar/farolas'],
  ['/cis/ver/7F3', '/ver/7F3'],
  ['/cis/editar/7F3', '/respuestas/actualizar/7F3'],
])('%s is a screen of the app, and back', (address, screen) => {
  expect([toScreenPath(address), toEmbeddedPath(screen)]).toEqual([screen, address])
})

it('confirms an answer under its own address, with or without a code', () => {
  expect(toEmbeddedPath('/contestar/farolas/guardado/7F3')).toBe('/respuesta/enviada/7F3/-')
  expect(toScreenPath('/respuesta/enviada/7F3/VIS1')).toBe('/contestar/-/guardado/7F3')
})

it.each(['/listar', '/home', '/usuarios', '/cis', '/cis/listar', '/contestar/farolas', '/cis/contestar/a/b'])(
  'a frame has no %s',
  (path) => {
    expect(toScreenPath(path)).toBe('/404')
    expect(toScreenPath(toEmbeddedPath(path === '/contestar/farolas' ? '/listar' : path))).toBe('/404')
  },
)

it.each([
  ['/cis/contestar/farolas', 'farolas'],
  ['/cis/contestar/no%20form', ''],
  ['/cis/ver/7F3', ''],
  ['/respuesta/enviada/7F3/-', ''],
])('%s fetches no other form than %j', (path, form) => expect(findFormInPath(path)).toBe(form))
