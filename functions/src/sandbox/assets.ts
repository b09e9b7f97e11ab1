/** Assets: a street light at each crossing of a grid, with a tree and a drain nearby, so that every point has some. */
const KINDS = [
  { letter: 'L', type: 'Luminaria', name: 'Columna', aside: 0 },
  { letter: 'A', type: 'Árbol', name: 'Ejemplar', aside: 0.0003 },
  { letter: 'D', type: 'Desagüe', name: 'Boca de tormenta', aside: -0.0004 },
] as const
/** Crossings per degree: about a hundred metres apart. */
const GRID = 1000
const ID = /^([LAD])(-?\d{1,6})x(-?\d{1,6})$/

/** The assets at the crossing nearest to a point. */
export function assetsNear({ latitud, longitud }: { readonly latitud: string; readonly longitud: string }) {
  const [row, column] = [Math.round(Number(latitud) * GRID), Math.round(Number(longitud) * GRID)]
  return KINDS.map(({ letter }) => `${letter}${row}x${column}`).flatMap((id) => {
    const asset = buildAsset(id)
    if (asset === undefined) return []
    const { tipoIdentificador, geometria, ...facts } = asset
    return [
      {
        ...facts,
        descripcionIdentificadorTipo: tipoIdentificador,
        iconoUrl: '',
        geolocalizaciones: geometria.geolocalizacion,
      },
    ]
  })
}

/** @returns undefined for an unknown id */
export function buildAsset(id: string) {
  const [, letter, row, column] = ID.exec(id) ?? []
  const kind = KINDS.find((one) => one.letter === letter)
  if (kind === undefined) return undefined
  const number = Math.abs(Number(row) * 31 + Number(column)) % 9000
  return {
    idIdentificador: id,
    descripcion: `${kind.name} ${1000 + number}`,
    tipoIdentificador: kind.type,
    direccion: `Esquina ${row} y ${column}`,
    geometria: { geolocalizacion: [{ latitud: Number(row) / GRID, longitud: Number(column) / GRID + kind.aside }] },
  }
}
