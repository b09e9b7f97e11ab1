import { MAX_PDF_LOGO_BYTES } from '#domain/kernel/index.ts'
import { MAX_PDF_CALL_BYTES } from '#domain/paper/index.ts'
import { buildPlainSubmit } from '../builders/submit.ts'
import { padded, PNG, small, type Case } from './large-cases.ts'

/** The largest bodies of what is put on paper. Drawing itself is no affair of this thread. */
export const PDF_BODIES: Readonly<Record<string, readonly Case[]>> = {
  'POST /api/generatePdfv3': [
    {
      what: 'a logo',
      status: 404,
      as: 'sofia',
      ask: (number) => {
        const logo = Buffer.from(PNG(MAX_PDF_LOGO_BYTES)).toString('base64')
        const data = { answerId: buildPlainSubmit(900_000 + number).answer, logoData: { logoChecked: true, logo } }
        return ['/api/generatePdfv3', { body: padded(JSON.stringify({ data }), MAX_PDF_CALL_BYTES) }]
      },
    },
    { ...small('/api/generatePdfv3', 400), as: 'sofia' },
  ],
  'POST /api/public/records': [small('/api/public/records', 400)],
}
