import type { AnswersPdf } from './answers-pdf.ts'

/** Headers of a PDF for the browser's viewer. They prevent caching, scripts and framing by other pages. */
export function buildPdfHeaders({ name, length }: { readonly name: string; readonly length: number }) {
  const plainText = name.replace(/[^A-Za-z0-9._-]/g, '_')
  return {
    'content-type': 'application/pdf',
    'content-length': String(length),
    'content-disposition': `inline; filename="${plainText}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  }
}

export function buildPdfResponse({ bytes, name }: AnswersPdf): Response {
  return new Response(bytes, { headers: buildPdfHeaders({ name, length: bytes.length }) })
}
