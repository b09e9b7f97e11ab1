import { completeTemplate, type FormTemplate, type TemplateFacts } from '#domain/templates/index.ts'
import { DATA_TYPE, QUESTION_TYPE } from '#domain/questions/index.ts'
import { type AreaPath, areaPathSchema, instantSchema, templateIdSchema } from '#domain/kernel/index.ts'

export const MUNICIPALITY = 'paises/AR/provincias/cordoba/municipios/villa-serena'
export const AREA: AreaPath = areaPathSchema.parse(`${MUNICIPALITY}/areas_municipales/inspeccion`)
export const OTHER_AREA: AreaPath = areaPathSchema.parse(`${MUNICIPALITY}/areas_municipales/arbolado`)
export const FOREIGN_AREA: AreaPath = areaPathSchema.parse(
  'paises/UY/provincias/montevideo/municipios/puerto-claro/areas_municipales/alumbrado',
)
export const BEFORE = instantSchema.parse('2026-03-01T12:00:00.000Z')
export const NOW = instantSchema.parse('2026-11-20T15:30:00.000Z')

const FACTS: TemplateFacts = {
  id: templateIdSchema.parse('comercios'),
  version: 1,
  areas: [AREA],
  areaInfo: { nombre: 'Inspección General', id: 'inspeccion' },
  municipioInfo: { nombre: 'Villa Serena' },
  timeStamp: BEFORE,
}

const options = (...texts: readonly string[]) => texts.map((texto, orden) => ({ orden, texto }))

/**
 * A small form with one of each thing that an answer can contain.
 *
 *     section 0  plain: 0 text (required), 1 integer, 2 decimal, 3 date, 4 select, 5 radio, 6 yes/no,
 *                7 photo (required, attachment)
 *     section 1  repeatable: 0 text (required), 1 photo
 *     section 2  conditional (required): conditions 0 and 1, one question each (required)
 *     signature 0, required
 */
export function buildTemplate(
  facts: Partial<TemplateFacts> = {},
  draft: Readonly<Record<string, unknown>> = {},
): FormTemplate {
  return completeTemplate({ ...DRAFT, ...draft }, { ...FACTS, ...facts })
}

/** A form with a single line of text. */
export function buildPlainTemplate(
  facts: Partial<TemplateFacts> = {},
  draft: Readonly<Record<string, unknown>> = {},
): FormTemplate {
  const secciones = [{ orden: 0, preguntas: [{ orden: 0, titulo: 'Nota', tipoPregunta: QUESTION_TYPE.OPEN }] }]
  return completeTemplate(
    { titulo: 'Nota', secciones, ...draft },
    { ...FACTS, id: templateIdSchema.parse('nota'), ...facts },
  )
}

const DRAFT = {
  titulo: 'Inspección de comercios',
  descripcion: 'Habilitación y control',
  opcionales: { digitalSignature: true },
  estados: {
    disponibles: [
      { id: 0, nombre: 'Pendiente', transiciones: [1] },
      { id: 1, nombre: 'Aprobado', transiciones: [] },
    ],
    inicial: 0,
  },
  signatures: [{ title: 'Responsable', indexSignature: 0, required: true }],
  secciones: [
    {
      orden: 0,
      titulo: 'Local',
      preguntas: [
        { orden: 0, titulo: 'Nombre', tipoPregunta: QUESTION_TYPE.OPEN, required: true },
        { orden: 1, titulo: 'Empleados', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.NUMBER },
        { orden: 2, titulo: 'Superficie', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.DECIMAL },
        { orden: 3, titulo: 'Vencimiento', tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.DATE },
        { orden: 4, titulo: 'Rubros', tipoPregunta: QUESTION_TYPE.SELECT, opciones: options('Bar', 'Almacén', 'Otro') },
        { orden: 5, titulo: 'Estado', tipoPregunta: QUESTION_TYPE.RADIO, opciones: options('Bueno', 'Malo') },
        { orden: 6, titulo: 'Matafuegos', tipoPregunta: QUESTION_TYPE.BOOLEAN },
        { orden: 7, titulo: 'Fachada', tipoPregunta: QUESTION_TYPE.OPEN, required: true, adjuntar: true },
      ],
    },
    {
      orden: 1,
      titulo: 'Salidas',
      repetible: true,
      preguntas: [
        { orden: 0, titulo: 'Ubicación', tipoPregunta: QUESTION_TYPE.OPEN, required: true },
        { orden: 1, titulo: 'Foto', tipoPregunta: QUESTION_TYPE.OPEN, adjuntar: true },
      ],
    },
    {
      orden: 2,
      conditionalSection: true,
      conditionalQuestion: 'Tipo de local',
      required: true,
      conditions: [
        {
          order: 0,
          condition: 'Gastronómico',
          questions: [{ orden: 0, titulo: 'Cubiertos', tipoPregunta: QUESTION_TYPE.OPEN, required: true }],
        },
        {
          order: 1,
          condition: 'Depósito',
          questions: [{ orden: 0, titulo: 'Metros', tipoPregunta: QUESTION_TYPE.OPEN, required: true }],
        },
      ],
    },
  ],
}
