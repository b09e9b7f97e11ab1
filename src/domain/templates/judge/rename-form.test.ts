import { expect, it } from 'vitest'
import { buildDesk } from '#tests/support/builders/desk.ts'
import { AREA, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { areaSchema, getFirstArea } from '../../places/index.ts'
import { getMunicipality } from '../../kernel/index.ts'
import { keys } from '../../store/index.ts'
import { updatePlaceNameInFormsUnit } from './rename-form.ts'

const form = buildPlainTemplate()
const NEW_NAME = 'Espacios Verdes'

it('forms get the name that their area has, and those of an area that is gone keep theirs', () => {
  const desk = buildDesk()
  expect(getFirstArea(form)).toBe(AREA)
  expect(desk.commit(updatePlaceNameInFormsUnit(keys.area(AREA), [form.id]))).toBe(0)
  expect(desk.documents.get(keys.template(form.id))).toEqual(form)
  const area = areaSchema.parse({ path: AREA, nombre: NEW_NAME, municipalityPath: getMunicipality(AREA) })
  desk.put(keys.area(AREA), area)
  expect(desk.commit(updatePlaceNameInFormsUnit(keys.area(AREA), [form.id]))).toBe(1)
  expect(desk.documents.get(keys.template(form.id))?.areaInfo.nombre).toBe(NEW_NAME)
})
