import { DEMO_AREAS, buildPlaceInfo } from '../../../functions/src/embedded/demo/places.ts'
import { instantSchema, templateIdSchema } from '../../../src/domain/kernel/index.ts'
import { QUESTION_TYPE } from '../../../src/domain/questions/index.ts'
import { buildPlainTemplate } from '../../support/builders/template.ts'
import { answerRequired, cardAt } from './fields.ts'
import type { Hands } from './hands.ts'

const AREA = DEMO_AREAS.cordoba.habilitaciones
export const ROWS = 5

/** A form with a repeated section of a text and a choice. */
export const ROWS_FORM = buildPlainTemplate(
  {
    ...buildPlaceInfo(AREA),
    areas: [AREA],
    id: templateIdSchema.parse('filas'),
    timeStamp: instantSchema.parse('2026-01-01T12:00:00.000Z'),
  },
  {
    titulo: 'Relevamiento de veredas',
    secciones: [
      {
        orden: 0,
        titulo: 'Vereda',
        repetible: true,
        preguntas: [
          { orden: 0, titulo: 'Frente', tipoPregunta: QUESTION_TYPE.OPEN, required: true },
          {
            orden: 1,
            titulo: 'Estado',
            tipoPregunta: QUESTION_TYPE.RADIO,
            required: true,
            opciones: ['Bueno', 'Regular', 'Malo'].map((texto, orden) => ({ orden, texto })),
          },
        ],
      },
    ],
  },
)

/** Fills in five rows on a phone, and saves. */
export async function fillRows(hands: Hands, origin: string): Promise<void> {
  const { page } = hands
  await hands.open(`${origin}/contestar/${ROWS_FORM.id}`)
  await hands.until(cardAt(hands, '0/0'))
  const seen = new Set(await answerRequired({ hands, photo: '' }))
  for (let row = 2; row <= ROWS; row += 1) {
    await hands.choose(page.getByRole('button', { name: 'Repeat section' }))
    await hands.until(page.getByText(`Repetition ${row}`))
    for (const address of await answerRequired({ hands, photo: '' }, [...seen])) seen.add(address)
  }
  await hands.choose(page.getByRole('button', { name: 'Save answer' }))
  await page.waitForURL(/\/guardado\//)
}
