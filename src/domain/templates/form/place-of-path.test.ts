import { expect, it } from 'vitest'
import { toTemplatePlace } from './place-of-path.ts'

it.each([
  [['titulo'], { kind: 'field', field: 'titulo' }],
  [['muniCore', 'areaId'], { kind: 'field', field: 'muniCore.areaId' }],
  [['muniCore', 'username'], { kind: 'field', field: 'muniCore' }],
  [['opcionales', 'publico'], { kind: 'option', option: 'publico' }],
  [['opcionales'], { kind: 'field', field: 'opcionales' }],
  [['signatures', 1, 'title'], { kind: 'signature', signature: 1, field: 'title' }],
  [['secciones', 2, 'titulo'], { kind: 'section', section: 2, field: 'titulo' }],
])('the path %j is the place %j', (path, place) => {
  expect(toTemplatePlace(path)).toEqual(place)
})
