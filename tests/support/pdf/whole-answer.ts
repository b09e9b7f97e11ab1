import { DEFAULT_PDF_SIZES, type PdfContent } from '#domain/pdf/index.ts'
import { hashOf } from '../builders/submit.ts'
import { demoPhoto, SPANISH } from './pdf-ports.ts'

/** Pictures of the answer; the file `broken` is no picture, and `gone` is missing. */
export const FILES_OF_ANSWER = new Map<string, Uint8Array>([
  [hashOf('photo'), demoPhoto('facade-almacen.jpg')],
  [hashOf('signature'), demoPhoto('signature-1.png')],
  [hashOf('broken'), demoPhoto('signature-1.png').slice(0, 60)],
])
const file = (of: string, name: string) => ({
  sha256: hashOf(of),
  name,
  type: 'image/jpeg',
  bytes: 2000,
  url: `/f/${of}`,
})
const picture = (of: string) => ({ sha256: hashOf(of), url: `/f/${of}`, bytes: null, type: null })
const question = (orden: number, title: string, answer: string, more: object = {}) =>
  ({ kind: 'question', orden, title, answer, photo: null, files: [], ...more }) as const

/** Everything that a PDF of an answer can have. */
export const WHOLE_ANSWER: PdfContent = {
  name: 'VIS1',
  title: 'Inspección de comercios',
  description: 'Locales de hasta 100 m²',
  banner: picture('photo'),
  letterhead: {
    logo: {
      image: picture('signature'),
      text: 'Aquí vivimos',
      location: 'center',
      width: undefined,
      height: undefined,
    },
    municipality: 'Villa Serena',
    information: 'San Martín 450',
  },
  facts: [{ name: 'Código', value: 'VIS1', isCode: true }],
  keep: { name: 'Código de descarga', value: 'a1bVIS1', address: 'https://relevo.example/c#a1bVIS1' },
  text: '',
  notes: ['Todavía no se envió.'],
  subjects: [{ title: 'Ciudadano', facts: [{ name: 'DNI', value: '30123456' }] }],
  sections: [
    {
      orden: 0,
      title: 'Local',
      area: 'Comercio',
      description: 'Datos del local',
      note: '',
      groups: [
        {
          title: '',
          note: '',
          questions: [
            { kind: 'heading', orden: 0, text: 'Frente' },
            question(1, 'Nombre', 'Bar El Puente'),
            question(2, 'Rubro', ''),
            question(3, 'Vidriera', 'Limpia', { photo: file('photo', 'vidriera.jpg') }),
            question(4, 'Techo', '', { photo: file('gone', 'techo.jpg') }),
            question(5, 'Piso', '', { photo: file('broken', 'piso.png') }),
            question(6, 'Plano', '', { files: [file('plan', 'plano.pdf')] }),
            { kind: 'link', orden: 7, text: 'Ordenanza 12', address: 'https://relevo.example/12' },
          ],
        },
        { title: 'Salida 1', note: 'Sin preguntas.', questions: [] },
      ],
    },
  ],
  signatures: [
    { index: 0, name: 'Ana Paz', title: 'Titular', image: picture('signature'), note: '' },
    { index: 1, name: '', title: 'Testigo', image: null, note: 'Firma anterior' },
  ],
  sizes: DEFAULT_PDF_SIZES,
  isPortable: false,
  texts: SPANISH,
}
