import { getUniqueCode } from '../codes/codes.ts'
import { escapeXml } from '../kernel/index.ts'
import type { Cell } from './cell.ts'
import type { ExportedAnswer } from './export-call.ts'
import type { ExportTable } from './table.ts'

/** Location of an answer for maps, with the facts of its first table line. */
export type ExportedLocation = {
  readonly latitude: number
  readonly longitude: number
  readonly name: string
  readonly facts: readonly (readonly [head: string, text: string])[]
}

/** Returns the location of an answer with its facts; undefined for an answer without a location. */
export function locateAnswer(answer: ExportedAnswer, { heads, linesOf }: ExportTable): ExportedLocation | undefined {
  const [line] = linesOf(answer)
  if (answer.latlng === undefined || line === undefined) return undefined
  const facts = heads.flatMap(({ text }, place) => {
    const written = formatCell(line[place] ?? null)
    return written === '' ? [] : [[text, written] as const]
  })
  return { ...answer.latlng, name: getUniqueCode(answer.codigoMunicipio) ?? answer.id, facts }
}

/** Formats a cell as text, for formats without types. */
function formatCell(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'object' ? cell.at.replace('T', ' ') : String(cell)
}

/** Feature in GeoJSON (RFC 7946): longitude first. */
export function formatGeoJson({ latitude, longitude, name, facts }: ExportedLocation): string {
  const geometry = { type: 'Point', coordinates: [longitude, latitude] }
  return JSON.stringify({ type: 'Feature', geometry, properties: { name, ...Object.fromEntries(facts) } })
}
export const GEO_JSON_WRAPPER = {
  before: '{"type":"FeatureCollection","features":[',
  between: ',\n',
  after: ']}\n',
} as const

/** Placemark in KML 2.2, with facts as extended data. */
export function formatKml({ latitude, longitude, name, facts }: ExportedLocation): string {
  const data = facts.map(([head, text]) => `<Data name="${escapeXml(head)}"><value>${escapeXml(text)}</value></Data>`)
  return `<Placemark><name>${escapeXml(name)}</name><ExtendedData>${data.join('')}</ExtendedData><Point><coordinates>${longitude},${latitude}</coordinates></Point></Placemark>\n`
}
export const KML_WRAPPER = {
  before: '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n',
  between: '',
  after: '</Document></kml>\n',
} as const
