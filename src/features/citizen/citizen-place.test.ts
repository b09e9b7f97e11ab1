import { describe, expect, it } from 'vitest'
import { buildCitizenPath, parseCitizenPath, findPublicSavedPath } from './citizen-place.ts'

describe('an address of the portal', () => {
  it.each([
    ['/ciudadano/contestar/luces/t-1', { kind: 'form', form: 'luces', token: 't-1' }],
    ['/ciudadano/contestar/luces', { kind: 'form', form: 'luces' }],
    ['/ciudadano/revision/ABC/r1e.x%2Fy', { kind: 'revision', answer: 'ABC', token: 'r1e.x/y' }],
    ['/ciudadano/formularios/respuestas/t', { kind: 'list', token: 't' }],
    ['/ciudadano/formularios/respuestas', { kind: 'list' }],
    ['/ciudadano/ver/ABC/9001', { kind: 'answer', answer: 'ABC' }],
    ['/ciudadano/ver/ABC/r1e.x.y', { kind: 'answer', answer: 'ABC', token: 'r1e.x.y' }],
    ['/ciudadano/ver/%E0%A4%A/1', { kind: 'answer', answer: '%E0%A4%A' }],
    ['/ciudadano/guardado/luces/CBA1', { kind: 'list' }],
    ['/ciudadano/otra', { kind: 'nowhere' }],
  ])('%s', (path, place) => expect(parseCitizenPath(path)).toEqual(place))

  it('is the same without its token once that is used, and leads to the same place', () => {
    for (const path of [
      '/ciudadano/contestar/luces/secret',
      '/ciudadano/revision/A/secret',
      '/ciudadano/ver/A/secret',
      '/ciudadano/ver/A/r1e.secret',
      '/ciudadano/formularios/respuestas/secret',
    ]) {
      const clean = buildCitizenPath(parseCitizenPath(path))
      expect(clean).not.toContain('secret')
      expect(parseCitizenPath(clean).kind).toBe(parseCitizenPath(path).kind)
    }
  })
})

it.each([
  ['/ciudadano/guardado/luces/CBA1', '/publico/guardado/luces/CBA1'],
  ['/ciudadano/guardado/luces%2Fx/CBA%201/', '/publico/guardado/luces%2Fx/CBA%201'],
  ['/ciudadano/guardado/luces/CBA1/9001', '/publico/guardado/luces/CBA1'],
  ['/ciudadano/guardado/luces/CBA1/9001/true', '/publico/guardado/luces/CBA1'],
  ['/ciudadano/guardado/luces/CBA1/9001/true/x', undefined],
  ['/ciudadano/guardado//evil.example', undefined],
  ['/ciudadano/ver/ABC', undefined],
])('without a session %s is %s', (path, elsewhere) => expect(findPublicSavedPath(path)).toBe(elsewhere))
