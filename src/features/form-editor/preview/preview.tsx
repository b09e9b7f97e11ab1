import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { closeForm } from '#domain/templates/index.ts'
import { PREVIEW_PATH, type Viewer } from '#domain/preview/index.ts'
import { Banner, Dialog } from '#ui/index.ts'
import type { ToolProps } from '../panel.ts'
import styles from './preview.module.css'
import { useFrame } from './use-frame.ts'
import '@mantine/core/styles/SegmentedControl.layer.css'

type Stage = { readonly viewer: Viewer; readonly width: number; readonly height: number }

/** The devices that forms are filled in on, CSS pixels. */
const STAGES = {
  tablet: { viewer: 'staff', width: 820, height: 1180 },
  phone: { viewer: 'staff', width: 390, height: 844 },
  public: { viewer: 'public', width: 360, height: 780 },
} as const satisfies Readonly<Record<string, Stage>>
type StageName = keyof typeof STAGES

/**
 * The form as it stands in the editor, to be tried out as those will see it who answer. It is the answering screen itself, in a frame as wide
 * as the device, so that what is seen here is what will be there.
 */
export function Preview({ form, onClose }: ToolProps) {
  const { t } = useLingui()
  const [name, setName] = useState<StageName>('tablet')
  const [draft] = useState(() => closeForm(form))
  const { viewer, width, height } = STAGES[name]
  const { ref: room, width: roomWidth } = useElementSize()
  const frame = useFrame({ relevo: 'preview', viewer, draft })
  // Narrower screens show the device smaller, not cut off.
  const scale = roomWidth > 0 && roomWidth < width ? roomWidth / width : 1

  return (
    <Dialog opened onClose={onClose} title={t`Preview`} fullScreen>
      <div className={styles['bar']}>
        <SegmentedControl
          aria-label={t`Shown as`}
          value={name}
          onChange={(value) => setName(value as StageName)}
          data={[
            { value: 'tablet', label: t`Inspector, tablet` },
            { value: 'phone', label: t`Inspector, phone` },
            { value: 'public', label: t`Public` },
          ]}
        />
        <span className={styles['note']}>{t`Nothing that is entered here is kept.`}</span>
      </div>
      {viewer === 'public' && !draft.opcionales.publico && (
        <Banner tone="waiting">{t`This form is not public yet. This is how it would look without an account.`}</Banner>
      )}
      <div ref={room} className={styles['room']}>
        <div className={styles['device']} style={{ width: width * scale, height: height * scale }}>
          <iframe
            key={name}
            ref={frame}
            src={PREVIEW_PATH}
            title={t`The form as it is answered`}
            style={{ width, height, transform: `scale(${scale})` }}
          />
        </div>
      </div>
    </Dialog>
  )
}
