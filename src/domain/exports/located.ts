import { ownCode } from '../codes/codes.ts'
import { escapeXml } from '../kernel/index.ts'
import type { Cell } from './cell.ts'
import type { ExportedAnswer } from './export-call.ts'
import type { Table } from './table.ts'

/** Where an answer was given, with what its first line in the table says: for maps. */
export type Located = {
  readonly latitude: number
  readonly longitude: number
  readonly name: string
  readonly facts: readonly (readonly [head: string, text: string])[]
}

/** @returns undefined for an answer that has no place on the map */
export function locatedOf(answer: ExportedAnswer, { heads, linesOf }: Table): Located | undefined {
  const [line] = linesOf(answer)
  if (answer.latlng === undefined || line === undefined) return undefined
  const facts = heads.flatMap(({ text }, place) => {
    const written = textOf(line[place] ?? null)
    return written === '' ? [] : [[text, written] as const]
  })
  return { ...answer.latlng, name: ownCode(answer.codigoMunicipio) ?? answer.id, facts }
}

/** A cell as text, for files that know nothing else. */
export function textOf(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'object' ? cell.at.replace('T', ' ') : String(cell)
}

/** A feature of GeoJSON (RFC 7946): longitude first. */
export function geoJsonOf({ latitude, longitude, name, facts }: Located): string {
  const geometry = { type: 'Point', coordinates: [longitude, latitude] }
  return JSON.stringify({ type: 'Feature', geometry, properties: { name, ...Object.fromEntries(facts) } })
}
export const GEO_JSON = { before: '{"type":"FeatureCollection","features":[', between: ',\n', after: ']}\n' } as const

/** A placemark of KML 2.2, with its facts as extended data. */
export function kmlOf({ latitude, longitude, name, facts }: Located): string {
  const data = facts.map(([head, text]) => `<Data name="${escapeXml(head)}"><value>${escapeXml(text)}</value></Data>`)
  return `<Placemark><name>${escapeXml(name)}</name><ExtendedData>${data.join('')}</ExtendedData><Point><coordinates>${longitude},${latitude}</coordinates></Point></Placemark>\n`
}
export const KML = {
  before: '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n',
  between: '',
  after: '</Document></kml>\n',
} as const
