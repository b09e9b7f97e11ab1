import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { StatusBadge } from '#ui/index.ts'
import styles from './places.module.css'

/** Stripes, each with its colour and its share of the flag's height or width. */
type FlagStripes = readonly (readonly [colour: string, parts: number])[]
type Drawing = {
  readonly bands: FlagStripes
  readonly upright?: true
  /** shapes over the stripes, in a 24 × 16 view box */
  readonly over?: readonly (readonly [path: string, colour: string])[]
}

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

/** Flags of the specification's countries (part 1, point 3). Simplified for small sizes, without coats of arms. */
const DRAWINGS: Readonly<Record<string, Drawing>> = {
  AR: {
    bands: [
      ['#75aadb', 1],
      ['#ffffff', 1],
      ['#75aadb', 1],
    ],
    over: [[disc(12, 8, 1.6), '#f6b40e']],
  },
  BR: {
    bands: [['#009b3a', 1]],
    over: [
      ['M12 2L22 8L12 14L2 8z', '#fedf00'],
      [disc(12, 8, 3), '#002776'],
    ],
  },
  CL: {
    bands: [
      ['#ffffff', 1],
      ['#d52b1e', 1],
    ],
    over: [
      ['M0 0H8V8H0z', '#0039a6'],
      [disc(4, 4, 1.5), '#ffffff'],
    ],
  },
  CO: {
    bands: [
      ['#fcd116', 2],
      ['#003893', 1],
      ['#ce1126', 1],
    ],
  },
  CR: {
    bands: [
      ['#002b7f', 1],
      ['#ffffff', 1],
      ['#ce1126', 2],
      ['#ffffff', 1],
      ['#002b7f', 1],
    ],
  },
  EC: {
    bands: [
      ['#ffdd00', 2],
      ['#034ea2', 1],
      ['#ed1c24', 1],
    ],
    over: [[disc(12, 8, 2.4), '#8a6d3b']],
  },
  ES: {
    bands: [
      ['#aa151b', 1],
      ['#f1bf00', 2],
      ['#aa151b', 1],
    ],
  },
  PE: {
    bands: [
      ['#d91023', 1],
      ['#ffffff', 1],
      ['#d91023', 1],
    ],
    upright: true,
  },
  PY: {
    bands: [
      ['#d52b1e', 1],
      ['#ffffff', 1],
      ['#0038a8', 1],
    ],
    over: [[disc(12, 8, 1.4), '#007a3d']],
  },
  UY: {
    bands: Array.from({ length: 9 }, (_, at) => [at % 2 === 0 ? '#ffffff' : '#0038a8', 1] as const),
    over: [
      ['M0 0H10V9H0z', '#ffffff'],
      [disc(5, 4.5, 2.4), '#fcd116'],
    ],
  },
}

/** Decorative flag next to a country's name. @param code two letters; shown as text if there is no drawing */
function Flag({ code }: { readonly code: string }) {
  const drawing = DRAWINGS[code]
  if (drawing === undefined)
    return (
      <span className={`r-fixed ${styles['code']}`} aria-hidden="true">
        {code.slice(0, 2)}
      </span>
    )
  return (
    <svg className={`r-fixed ${styles['flag']}`} width={24} height={16} viewBox="0 0 24 16" aria-hidden="true">
      {layOutStripes(drawing).map((band) => (
        <rect key={`${band.x} ${band.y}`} {...band} />
      ))}
      {drawing.over?.map(([path, colour]) => (
        <path key={path} d={path} fill={colour} />
      ))}
    </svg>
  )
}

function layOutStripes({ bands, upright }: Drawing) {
  const [length, across] = upright === true ? [24, 16] : [16, 24]
  const total = bands.reduce((sum, [, parts]) => sum + parts, 0)
  let from = 0
  return bands.map(([fill, parts]) => {
    const size = (length * parts) / total
    const at = from
    from += size
    return upright === true
      ? { fill, x: at, y: 0, width: size, height: across }
      : { fill, x: 0, y: at, width: across, height: size }
  })
}

/** A name with its country's flag. */
export function PlaceName({ flag, children }: { readonly flag: string; readonly children: ReactNode }) {
  return (
    <span className="r-beside">
      <Flag code={flag} />
      {children}
    </span>
  )
}

type PlaceStateProps = {
  readonly inhabilitado: boolean
  /** whether the municipality's country is blocked */
  readonly countryBlocked?: boolean
}

/** Whether a municipality or a country is active or blocked. */
export function PlaceState({ inhabilitado, countryBlocked = false }: PlaceStateProps) {
  if (!inhabilitado && !countryBlocked)
    return (
      <StatusBadge tone="received">
        <Trans context="municipality">Active</Trans>
      </StatusBadge>
    )
  return (
    <StatusBadge tone="attention">{inhabilitado ? <Trans>Blocked</Trans> : <Trans>Country blocked</Trans>}</StatusBadge>
  )
}
