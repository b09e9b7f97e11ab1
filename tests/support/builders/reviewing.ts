import { OPTIONAL_SIGNATURE } from './changes.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import { answerSchema, type Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { createdTemplateIdSchema, generateAnswerId, type AreaPath, type TemplateId } from '#domain/kernel/index.ts'
import { AUTHOR_PROFILE } from '../device/profile.ts'
import type { Place, Whose } from '../reviewing-roles.ts'
import { buildSubmit, bytesFor, hashOf, toVersion } from './submit.ts'
import { AREA, buildTemplate, FOREIGN_AREA, NOW, OTHER_AREA } from './template.ts'

const AREA_OF: Readonly<Record<Place, AreaPath>> = {
  area: AREA,
  'other area': OTHER_AREA,
  portal: OTHER_AREA,
  'other city': FOREIGN_AREA,
}
/** A form for each place that offers every action on answers. */
const FORM_OF: Readonly<Record<Place, TemplateId>> = {
  area: createdTemplateIdSchema.parse('A'.repeat(26)),
  'other area': createdTemplateIdSchema.parse('B'.repeat(26)),
  portal: createdTemplateIdSchema.parse('C'.repeat(26)),
  'other city': createdTemplateIdSchema.parse('D'.repeat(26)),
}
export const DNI = '30111222'
export const PHOTO_OF_ALL = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])

export function formOf(place: Place): FormTemplate {
  const opcionales = {
    digitalSignature: true,
    signatureEditableAnswer: true,
    geolocalizacion: true,
    ciudadano: true,
    incidentes: true,
    citizenAssociationFromCitizenPortal: true,
    envioEmail: true,
  }
  return buildTemplate(
    { id: FORM_OF[place], areas: [AREA_OF[place]] },
    { opcionales, signatures: [OPTIONAL_SIGNATURE] },
  )
}

/** An incomplete answer at this place, with a citizen, a location and a photo, so that every action is possible. */
export function answerAt(place: Place, whose: Whose, seed: number): Answer {
  const form = formOf(place)
  const submit = { ...toVersion(buildSubmit(seed), form), answer: generateAnswerId(bytesFor(seed)) }
  const given = Object.entries(submit.content.values).filter(([at]) => at !== '0/0')
  const content = { ...submit.content, values: Object.fromEntries(given) }
  const author = whose === 'own' ? 'rosa' : 'tomas'
  const made = composeAnswer(
    form,
    { ...submit, content },
    { code: `VIS${seed}`, now: NOW, author: { ...AUTHOR_PROFILE, email: `${author}@relevo.example` } },
  )
  const file = { url: '/', sha256: hashOf(PHOTO_OF_ALL), bytes: PHOTO_OF_ALL.length, type: 'image/png', name: 'a.png' }
  return answerSchema.parse({
    ...made,
    authorId: author,
    datosCiudadano: { id: 'c1', tipo: 'fisica', nombre: 'Ana', apellido: 'Paz', dni: DNI },
    ubicacion: { latlng: { latitude: -31.4, longitude: -64.2 }, direccion: 'San Juan 450' },
    files: [...made.files, file],
    ...(place === 'portal' ? { portalCiudadanoData: { idRespuestaMG: '7' } } : {}),
  })
}
