import type { Core } from '../context.ts'
import type { SomeHandlers } from '../endpoints/serve.ts'
import { findRecordByCode, readRecordPdf } from './find-record.ts'
import { generatePdf, readStoredPdf } from './generate-pdf.ts'
import { pdfResponse } from './serve-pdf.ts'

/** Handlers for PDFs of answers: for users who may read them, and for holders of a record's code. */
export function pdfHandlers(core: Core) {
  return {
    generatePdfv3: ({ body, ...by }) => generatePdf(core, body, by),

    async readPdf({ user, params }) {
      const pdf = await readStoredPdf(core, user, params.sha256)
      return pdf.ok ? pdf.value : pdf
    },

    findRecord: ({ body, address, request }) => findRecordByCode(core, body, address, request),

    async readRecord({ params, address, request }) {
      const record = await readRecordPdf(core, params.token, address, request)
      return record.ok ? pdfResponse(record.value) : record
    },
  } satisfies SomeHandlers
}
