import type { Modules } from './read-qr.ts'

type Box = readonly [x: number, y: number, width: number, height: number]

/** @param boxes filled rectangles of a PDF, y upwards; those of the code are the lowest ones, runs of dark modules */
export function modulesOfBoxes(boxes: readonly Box[]): Modules {
  const unit = Math.min(...boxes.map(([, , , height]) => height))
  const runs = boxes.filter(([, , , height]) => height < unit * 1.01)
  const left = Math.min(...runs.map(([x]) => x))
  const top = Math.max(...runs.map(([, y]) => y))
  const dark = runs.flatMap(([x, y, width]) =>
    Array.from({ length: Math.round(width / unit) }, (_, on): readonly [number, number] => [
      Math.round((x - left) / unit) + on,
      Math.round((top - y) / unit),
    ]),
  )
  return modulesOfPlaces(dark)
}

/** @param svg of `QrCode`: a 1 × 1 path for each dark module, on white and with a border of four modules */
export function modulesOfSvg(svg: Element): Modules {
  const [, , size] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
  const ground = svg.querySelector('rect')
  const path = svg.querySelector('path')
  if (ground?.getAttribute('fill') !== '#fff' || path?.getAttribute('fill') !== '#000')
    throw new Error('Not dark on white')
  const places = [...(path.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(
    ([, x, y]): readonly [number, number] => [Number(x) - 4, Number(y) - 4],
  )
  const modules = modulesOfPlaces(places)
  if (modules.length + 8 !== size || places.some(([x, y]) => x < 0 || y < 0)) throw new Error('No border of four')
  return modules
}

function modulesOfPlaces(dark: readonly (readonly [x: number, y: number])[]): Modules {
  const size = Math.max(...dark.flat()) + 1
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [x, y] of dark) rows[y]?.splice(x, 1, true)
  return rows
}
