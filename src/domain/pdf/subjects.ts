import type { Answer } from '../answers/documents/answer.ts'
import type { Citizen } from '../citizens/documents/citizen.ts'
import { formatCoordinates } from '../questions/place.ts'
import type { PdfFact, PdfSubject } from './pdf-content.ts'
import type { PdfTexts } from './pdf-texts.ts'

/** Returns the known facts about the persons and the location of an answer. */
export function buildPdfSubjects(
  { datosCiudadano, persona, ubicacion }: Answer,
  texts: PdfTexts,
): readonly PdfSubject[] {
  const subjects: readonly PdfSubject[] = [
    {
      title: texts.citizen,
      facts:
        datosCiudadano === undefined || datosCiudadano.empty === true ? [] : buildCitizenFacts(datosCiudadano, texts),
    },
    {
      title: texts.recipient,
      facts:
        persona === undefined
          ? []
          : [
              { name: texts.name, value: persona.nombre },
              { name: texts.address, value: persona.direccion },
            ],
    },
    {
      title: texts.location,
      facts:
        ubicacion === undefined
          ? []
          : [
              { name: texts.address, value: ubicacion.direccion },
              {
                name: texts.coordinates,
                value: ubicacion.latlng === undefined ? '' : formatCoordinates(ubicacion.latlng),
              },
            ],
    },
  ]
  return subjects
    .map(({ title, facts }) => ({ title, facts: facts.filter(({ value }) => value !== '') }))
    .filter(({ facts }) => facts.length > 0)
}

/** Facts about a citizen. Legal entities are stored with the surname 'Dummy' (part 3, point 3). */
function buildCitizenFacts(citizen: Citizen, texts: PdfTexts): readonly PdfFact[] {
  const who: readonly PdfFact[] =
    citizen.tipo === 'juridica'
      ? [
          { name: texts.businessName, value: citizen.nombre },
          { name: texts.taxNumber, value: citizen.cuit },
        ]
      : [
          { name: texts.name, value: `${citizen.nombre} ${citizen.apellido}`.trim() },
          { name: texts.idNumber, value: citizen.dni },
        ]
  return [
    ...who,
    { name: texts.email, value: citizen.email },
    { name: texts.phone, value: citizen.telefono },
    { name: texts.street, value: citizen.calle },
  ]
}
