import { describe, expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE, type AnsweredQuestion } from '../questions/index.ts'
import type { AnsweredSection } from '../templates/index.ts'
import type { AnswerId } from '../kernel/index.ts'
import { includesSearchWords } from '../search/index.ts'
import { buildAnswerWords, parseAnswerSearch, type AnswerTexts } from './search-words.ts'

const id = '7F3K2M00000000000000000000' as AnswerId

function question(orden: number, more: Partial<AnsweredQuestion>): AnsweredQuestion {
  return {
    orden,
    titulo: `Asked${orden}`,
    tipoPregunta: QUESTION_TYPE.OPEN,
    tipoDato: DATA_TYPE.STRING,
    opciones: [],
    ...more,
  } as AnsweredQuestion
}

const option = (orden: number, texto: string, checked: boolean) => ({ orden, texto, checked })

const section = (more: Partial<AnsweredSection>): AnsweredSection =>
  ({ preguntas: [], conditions: [], seccionesRepetibles: [], ...more }) as unknown as AnsweredSection

const ANSWER: AnswerTexts = {
  id,
  codigoMunicipio: 'VIS77',
  creadoPor: 'ines.n@villa-serena.example',
  firstName: 'Inés',
  lastName: 'Núñez',
  datosCiudadano: {
    tipo: 'fisica',
    nombre: 'Ramón',
    apellido: 'Carranza',
    dni: '30111222',
    cuit: '',
    email: 'ramon@correo.example',
    telefono: '0351-422 1111',
    calle: 'Belgrano 7',
  },
  payments: [
    {
      payOrder: {
        orderId: 'K3WQ9ZT0M4XB',
        reference: 'pi_3NQx77aB',
        fullName: 'Lucía Ferreyra',
        dni: '28.900.111',
        email: 'lucia@correo.example',
        phone: '+54 351 155-2222',
      },
    },
  ] as unknown as NonNullable<AnswerTexts['payments']>,
  ubicacion: { direccion: 'San Martín 1204' },
  secciones: [
    section({
      preguntas: [
        question(1, { respuesta: 'Pérdida de agua' }),
        question(2, {
          tipoPregunta: QUESTION_TYPE.SELECT,
          opciones: [option(1, 'Vereda rota', true), option(2, 'Cordón', false)],
        }),
        question(3, { tipoPregunta: QUESTION_TYPE.BOOLEAN, respuesta: true }),
        question(4, {
          tipoPregunta: QUESTION_TYPE.COMBINED,
          combinedQuestions: [
            { type: 'text', orden: 1, content: 'Printed', style: 'normal' },
            {
              type: 'input',
              orden: 2,
              name: 'Meter',
              tipoPregunta: QUESTION_TYPE.OPEN,
              tipoDato: DATA_TYPE.STRING,
              opciones: [],
              required: false,
              filtrable: false,
              respuesta: 'M-4711',
            },
          ],
        }),
        question(5, { imagen: { name: 'zapato.png' } as AnsweredQuestion['imagen'] }),
      ],
      seccionesRepetibles: [{ orden: 0, preguntas: [question(1, { respuesta: 'Jacarandá' })] }],
    }),
    section({
      conditionalSection: true,
      conditions: [
        { order: 1, condition: 'Hay gas', checked: true, questions: [question(1, { respuesta: 'Cocina' })] },
        { order: 2, condition: 'Hay piscina', checked: false, questions: [question(1, { respuesta: 'Climatizada' })] },
      ],
    }),
  ],
  requestsForChanges: [
    {
      comment: 'Falta la firma',
      changesRequested: { answers: [{ comment: 'Ilegible' }], images: [], documents: [], sections: [] },
    },
  ] as unknown as NonNullable<AnswerTexts['requestsForChanges']>,
}

const finds = (typed: string): boolean =>
  parseAnswerSearch(typed).some((sought) => includesSearchWords(buildAnswerWords(ANSWER), sought))

describe('an answer is found', () => {
  it.each([
    ['its code', 'vis77'],
    ['its reference', '7f3-k2m'],
    ['its reference as people read letters', '7F3K2M'],
    ['whom it is about', 'carranza ramon'],
    ['an ID number', '30111222'],
    ['an ID number with points', '30.111.222'],
    ['a telephone without what stands between its digits', '03514221111'],
    ['an ID number behind the name of its document', 'DNI 30.111.222'],
    ['who answered', 'ines nuñ'],
    ['the number of its order', 'k3wq9zt0m4xb'],
    ['the reference of its payment', 'pi_3NQx77aB'],
    ['who paid', 'ferreyra lucia'],
    ['the ID number of who paid', '28900111'],
    ['that number with points', '28.900.111'],
    ['the telephone of who paid', '54 351 155 2222'],
    ['the e-mail of who paid', 'lucia@correo.example'],
    ['where', 'san martin 1204'],
    ['a text', 'perdida'],
    ['a chosen option', 'vereda rota'],
    ['a field of a combined question', 'm-4711'],
    ['a row', 'jacaranda'],
    ['a condition that holds', 'gas'],
    ['what was asked below it', 'cocina'],
    ['what was asked of the citizen', 'ilegible'],
    ['words from all over it', 'carranza agua cocina'],
  ])('by %s: %s', (_, typed) => {
    expect(finds(typed)).toBe(true)
  })

  it.each([
    ['an option that was not chosen', 'cordon'],
    ['a condition that does not hold', 'piscina'],
    ['what stands below such a one', 'climatizada'],
    ['what the form asks', 'asked1'],
    ['what the form says', 'printed'],
    ['the name of a file', 'zapato'],
    ['where everybody’s mail is', 'villa'],
    ['nothing at all', ' - '],
  ])('not by %s: %s', (_, typed) => {
    expect(finds(typed)).toBe(false)
  })
})
