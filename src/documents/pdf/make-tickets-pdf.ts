import type { PdfFact, TicketPageContent, TicketsContent } from '#domain/pdf/index.ts'
import { drawQr } from './draw-qr.ts'
import { buildFactBlocks } from './fact-blocks.ts'
import type { PageBlock } from './flow.ts'
import type { FontSource } from './fonts.ts'
import { makePagesPdf } from './make-sheets.ts'
import { POINTS_PER_MM } from './pdf-file.ts'
import {
  ACCENT_COLOUR,
  TEXT_COLOUR,
  openTag,
  MUTED_COLOUR,
  STRONG_LINE_COLOUR,
  buildTextBlocks,
  type TextStyle,
  type Canvas,
} from './pen.ts'
import { addTag, type TextType } from './tags.ts'

const WARNING = '#b3261e'
const EVENT: TextStyle = { size: 18, weight: 'bold' }
const LINE: TextStyle = { size: 11 }
const PLACE: TextStyle = { size: 24, weight: 'bold', colour: ACCENT_COLOUR }
const SMALL_STYLE: TextStyle = { size: 8.5, colour: MUTED_COLOUR }
const NUMBER: TextStyle = { size: 11, weight: 'bold' }
const FACTS = { small: 8, answer: 10 }

/** Height of a ticket, and space to cut between two tickets on an A4 page. */
const HEIGHT = 118 * POINTS_PER_MM
const TICKET_GAP = 12 * POINTS_PER_MM
const PADDING = 6 * POINTS_PER_MM
/**
 * Side length of the QR code. Even printed at 40 % of this size, a module is half a millimetre, which a phone camera
 * can read.
 */
const QR_SIZE = 54 * POINTS_PER_MM
/** Quiet zone of the QR code, which must be at least four modules. */
const QR_BORDER = 6 * POINTS_PER_MM
/** Maximum characters of a code in half the width. Longer codes use the full width. */
const MAX_SHORT = 16
/** Maximum lines of each text. Longer texts are cut. */
const MAX_LINES = { event: 2, line: 2, place: 2, number: 2 } as const

/** Makes the tickets of an order, two on each A4 page. Equal input produces equal bytes. */
export async function makeTicketsPdf(content: TicketsContent, fonts: FontSource): Promise<Uint8Array<ArrayBuffer>> {
  const { title, municipality, language, at } = content
  const sheets = { title, foot: municipality, author: municipality, language, at, content: content }
  return makePagesPdf(sheets, fonts, (canvas) =>
    content.tickets.map((ticket): PageBlock => {
      const { pen, frame, parent } = openTag(canvas, 'Art')
      return {
        height: HEIGHT,
        above: TICKET_GAP,
        draw: (top) => drawTicket({ pen, parent, frame: { ...frame, top: frame.top + top } }, content, ticket),
      }
    }),
  )
}

function drawTicket(canvas: Canvas, { municipality, warning }: TicketsContent, ticket: TicketPageContent): void {
  const { pen, frame, parent } = canvas
  const { doc } = pen
  pen.decorate(() => {
    doc.setDrawColor(STRONG_LINE_COLOUR)
    doc.setLineWidth(0.8)
    doc.roundedRect(frame.left, frame.top, frame.width, HEIGHT, 8, 8)
  })
  const right = QR_SIZE + 2 * QR_BORDER
  const textCanvas: Canvas = {
    pen,
    parent,
    frame: { left: frame.left + PADDING, width: frame.width - right - 2 * PADDING, top: 0 },
  }
  const cut = (text: string, style: TextStyle, max: number, type?: TextType): readonly PageBlock[] =>
    buildTextBlocks(textCanvas, text, style, { type }).slice(0, max)
  const facts = ticket.facts.filter(({ value }) => value !== '')
  const blocks = [
    ...(warning === '' ? [] : buildTextBlocks(textCanvas, warning, { ...NUMBER, colour: WARNING }).slice(0, 2)),
    ...buildTextBlocks(textCanvas, municipality, SMALL_STYLE, { above: warning === '' ? 0 : 5 }).slice(0, 1),
    ...cut(ticket.event, EVENT, MAX_LINES.event, 'H1'),
    ...ticket.lines.flatMap((line) => cut(line, LINE, MAX_LINES.line)),
    ...cut(ticket.place, PLACE, MAX_LINES.place),
    ...buildFactBlocks(textCanvas, facts.filter(isShort), FACTS, { above: 6, isNarrow: false }),
    // Codes that are not short need the full width.
    ...buildFactBlocks(
      textCanvas,
      facts.filter((fact) => !isShort(fact)),
      FACTS,
      { above: 5, isNarrow: true },
    ),
  ]
  let y = frame.top + PADDING
  for (const block of blocks) {
    y += block.above ?? 0
    // Omits blocks that would overlap the next ticket, such as after extremely long names.
    if (y + block.height > frame.top + HEIGHT - 3 * POINTS_PER_MM) break
    block.draw(y)
    y += block.height
  }
  drawCode(canvas, right, ticket)
}

const isShort = ({ value, isCode }: PdfFact): boolean => isCode !== true || value.length <= MAX_SHORT

/**
 * Draws the QR code on the right. The ticket's number is below it, for staff at the door who have to type the number.
 */
function drawCode(canvas: Canvas, width: number, { code, codeAlt, number, numberHint }: TicketPageContent): void {
  const { pen, frame, parent } = canvas
  const edge = frame.left + frame.width - width
  pen.decorate(() => {
    pen.doc.setDrawColor(STRONG_LINE_COLOUR)
    pen.doc.setLineDashPattern([3, 3], 0)
    pen.doc.line(edge, frame.top + 8, edge, frame.top + HEIGHT - 8)
    pen.doc.setLineDashPattern([], 0)
    pen.doc.setDrawColor(TEXT_COLOUR)
  })
  const [x, top] = [edge + QR_BORDER, frame.top + PADDING + QR_BORDER]
  drawQr(pen, addTag(parent, 'Figure', { alt: codeAlt }), code, { left: x, top, size: QR_SIZE })
  let y = top + QR_SIZE + QR_BORDER
  for (const [text, style] of [
    [number, NUMBER],
    [numberHint, SMALL_STYLE],
  ] as const)
    y = pen.write(addTag(parent, 'P'), pen.lines(text, QR_SIZE, style), { x, y }, style)
}
