import type { Answer } from '../answers/documents/answer.ts'
import type { Citizen } from '../citizens/documents/citizen.ts'
import { formatCoordinates } from '../questions/place.ts'
import type { PdfFact, PdfSubject } from './pdf-content.ts'
import type { PdfTexts } from './pdf-texts.ts'

/** Known facts about the persons and place of an answer. */
export function buildPdfSubjects(
  { datosCiudadano, persona, ubicacion }: Answer,
  words: PdfTexts,
): readonly PdfSubject[] {
  const subjects: readonly PdfSubject[] = [
    {
      title: words.citizen,
      facts: datosCiudadano === undefined || datosCiudadano.empty === true ? [] : citizenFacts(datosCiudadano, words),
    },
    {
      title: words.recipient,
      facts:
        persona === undefined
          ? []
          : [
              { name: words.name, value: persona.nombre },
              { name: words.address, value: persona.direccion },
            ],
    },
    {
      title: words.location,
      facts:
        ubicacion === undefined
          ? []
          : [
              { name: words.address, value: ubicacion.direccion },
              {
                name: words.coordinates,
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
function citizenFacts(citizen: Citizen, words: PdfTexts): readonly PdfFact[] {
  const who: readonly PdfFact[] =
    citizen.tipo === 'juridica'
      ? [
          { name: words.businessName, value: citizen.nombre },
          { name: words.taxNumber, value: citizen.cuit },
        ]
      : [
          { name: words.name, value: `${citizen.nombre} ${citizen.apellido}`.trim() },
          { name: words.idNumber, value: citizen.dni },
        ]
  return [
    ...who,
    { name: words.email, value: citizen.email },
    { name: words.phone, value: citizen.telefono },
    { name: words.street, value: citizen.calle },
  ]
}
