import {
  IconAlertCircle,
  IconCircleCheck,
  IconClock,
  IconInfoCircle,
  IconPlayerPause,
  IconSend2,
  type Icon,
} from '@tabler/icons-react'
import type { Tone } from './tone.ts'
import styles from './status.module.css'

const ICONS: Readonly<Record<Tone, Icon>> = {
  received: IconCircleCheck,
  waiting: IconClock,
  attention: IconAlertCircle,
  held: IconPlayerPause,
  sending: IconSend2,
  quiet: IconInfoCircle,
}

/** The icon of a meaning. Decorative, as the text next to it says the same. */
export function StatusIcon({ tone, size = 20 }: { readonly tone: Tone; readonly size?: number }) {
  const Shape = ICONS[tone]
  return <Shape size={size} stroke={2} aria-hidden="true" className={`r-fixed ${styles['icon']}`} data-tone={tone} />
}
